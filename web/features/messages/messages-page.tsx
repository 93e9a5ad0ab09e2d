import { useQuery } from '@tanstack/react-query';
import type { VirtualItem } from '@tanstack/react-virtual';
import { MailOpen, MessageSquareText, PenLine } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useUser } from '#web/api/auth.ts';
import { useNewMessages } from '#web/api/message-updates.ts';
import { messagesQuery, unreadCountQuery } from '#web/api/messages.ts';
import { loadAreas } from '#web/i18n/i18n.ts';
import { AsOf } from '#web/time/as-of.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { MessageDetail, SUBJECT_ID } from './message-detail.tsx';
import { LIST_BOX, MessageList, rowId } from './message-list.tsx';
import { useIsWide } from './use-is-wide.ts';

const ComposeDialog = lazy(async () => {
  const [{ ComposeDialog }] = await Promise.all([import('./compose-dialog.tsx'), loadAreas(['validation'])]);
  return { default: ComposeDialog };
});

/** List and message side by side; on a phone each is a page of its own. */
export function Component() {
  const { t } = useTranslation('messages');
  const { id } = useParams();
  const isWide = useIsWide();
  const isAdmin = useUser().role === 'admin';
  const list = useQuery(messagesQuery);
  useNewMessages();
  useFocusOnOpening(id);
  const [isComposing, setIsComposing] = useState(false);
  // Kept here for the list, which is gone while a message is a page of its own.
  const [tabStop, setTabStop] = useState<string>();
  const rowSizes = useRef<VirtualItem[]>([]);
  const detail = id && <MessageDetail key={id} id={id} isPage={!isWide} />;
  if (detail && !isWide) return detail;

  const composeButton = isAdmin && (
    <Button icon={<PenLine className="size-5" aria-hidden="true" />} onClick={() => setIsComposing(true)}>
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
          text={t(isAdmin ? 'empty.admin' : 'empty.employee')}
          action={composeButton}
          className="my-auto"
        />
      ) : (
        <div
          className={
            isWide ? 'mt-6 grid grid-cols-[minmax(20rem,2fr)_minmax(0,3fr)] items-start gap-6' : 'mt-6'
          }
        >
          {list.data && (
            <MessageList
              messages={list.data.messages}
              next={list.data.next}
              currentId={id}
              tabStop={tabStop ?? id}
              onTabStopChange={setTabStop}
              rowSizes={rowSizes}
              isWide={isWide}
            />
          )}
          {!list.data && list.error && (
            <ErrorState
              title={t('common:loadFailed')}
              text={list.error.message}
              retryLabel={t('common:retry')}
              onRetry={() => void list.refetch()}
              pending={list.isFetching}
            />
          )}
          {list.isPending && <LoadingRows />}
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
      {isComposing && (
        <Suspense fallback={<OpeningDialog />}>
          <ComposeDialog onClose={() => setIsComposing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The list was up to date when the number of unread messages was last asked for. */
function ListAge() {
  const { data, dataUpdatedAt } = useQuery(messagesQuery);
  const unread = useQuery(unreadCountQuery);
  const asOf = Math.max(dataUpdatedAt, unread.dataUpdatedAt);
  return <AsOf query={{ data, isError: unread.isError, dataUpdatedAt: asOf }} />;
}

/** The message that has been opened, or where it stood in the list when it is left. */
function useFocusOnOpening(id: string | undefined) {
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    const target = document.getElementById(id ? SUBJECT_ID : rowId(before.current ?? ''));
    (target ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    before.current = id;
  }, [id]);
}

function LoadingRows() {
  const { t } = useTranslation();
  return (
    <Loading label={t('loading')} className={LIST_BOX}>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <div key={index} className="flex flex-col gap-2 border-hairline border-b p-4 pl-8 last:border-0">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </Loading>
  );
}

/** While the dialog's code is on its way; not for the fast ones. */
function OpeningDialog() {
  const { t } = useTranslation();
  return (
    <div className="fixed inset-0 z-50 grid animate-[fade_150ms_150ms_both] place-items-center bg-scrim">
      <Spinner label={t('loading')} size="large" />
    </div>
  );
}
