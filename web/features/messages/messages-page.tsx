import { useQuery } from '@tanstack/react-query';
import { MailOpen, MessageSquareText, PenLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { AsOf } from '#web/time/as-of.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { MessageDetail, SUBJECT_ID } from './message-detail.tsx';
import { LIST_BOX, MessageList, rowId } from './message-list.tsx';
import { messagesQuery } from './messages-query.ts';
import { useNewMessages } from './reading.ts';
import { useIsWide } from './use-is-wide.ts';

const loadCompose = withTexts(
  ['validation'],
  async () => (await import('./compose-dialog.tsx')).ComposeDialog,
);

/** List and message side by side; on a phone each is a page of its own. */
export function Component() {
  const { t } = useTranslation('messages');
  const { id } = useParams();
  const isWide = useIsWide();
  const mayWrite = useReach('createMessage') !== undefined;
  const list = useQuery(messagesQuery);
  useNewMessages();
  useFocusOnOpening(id);
  const compose = useLazyDialog(loadCompose);
  // Kept here because the list is unmounted while a message is a page of its own.
  const [tabStop, setTabStop] = useState<string>();
  const detail = id && <MessageDetail key={id} id={id} isPage={!isWide} />;
  if (detail && !isWide) return detail;

  const composeButton = mayWrite && (
    <Button icon={<PenLine className="size-5" aria-hidden="true" />} onClick={() => compose.open({})}>
      {t('compose')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={composeButton} />
      <ListAge />
      {list.data?.messages.length === 0 && !detail ? (
        <EmptyState
          icon={<MessageSquareText />}
          title={t('empty.title')}
          text={t(mayWrite ? 'empty.admin' : 'empty.employee')}
          action={composeButton}
          className="my-auto"
        />
      ) : (
        <div
          className={
            isWide ? 'mt-6 grid grid-cols-[minmax(20rem,2fr)_minmax(0,3fr)] items-start gap-6' : 'mt-6'
          }
        >
          <Loaded query={list} withAge={false} className={LIST_BOX} skeleton={ROW_SKELETONS}>
            {({ messages, next }) => (
              <MessageList
                messages={messages}
                next={next}
                currentId={id}
                tabStop={tabStop ?? id}
                onTabStopChange={setTabStop}
                isWide={isWide}
              />
            )}
          </Loaded>
          {isWide && (
            <Card className="sticky top-20 max-h-[calc(100dvh-6rem)] min-h-72 overflow-hidden">
              {detail || (
                <EmptyState
                  icon={<MailOpen />}
                  title={t('choose.title')}
                  text={t('choose.text')}
                  className="m-auto"
                />
              )}
            </Card>
          )}
        </div>
      )}
      {compose.dialog}
    </>
  );
}

/** The list was up to date when the number of unread messages was last fetched. */
function ListAge() {
  const { data, dataUpdatedAt } = useQuery(messagesQuery);
  const unread = useQuery(query('getUnreadCount'));
  return <AsOf query={{ ...unread, data, dataUpdatedAt: Math.max(dataUpdatedAt, unread.dataUpdatedAt) }} />;
}

/** Moves the focus to the heading of an opened message, or back to its row in the list when it is closed. */
function useFocusOnOpening(id: string | undefined) {
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    const target = document.getElementById(id ? SUBJECT_ID : rowId(before.current ?? ''));
    (target ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    before.current = id;
  }, [id]);
}

const ROW_SKELETONS = Array.from({ length: 6 }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
  <div key={index} className="flex flex-col gap-2 border-hairline border-b p-4 pl-8 last:border-0">
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="h-4 w-2/5" />
    <Skeleton className="h-4 w-full" />
  </div>
));
