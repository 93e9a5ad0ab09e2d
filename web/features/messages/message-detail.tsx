import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronLeft, MapPin, Megaphone, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Message } from '#contract/messages.ts';
import { query } from '#web/call/query.ts';
import { useReach, useUser } from '#web/call/user.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { textParts } from './message-text.ts';
import { messagesQuery } from './messages-query.ts';
import { useMarkMessageRead, useOpenedMessages } from './reading.ts';

/** For administrators: a worker's phone does not fetch its code beforehand. */
const MessageRecipients = lazyPart(async () => (await import('./message-recipients.tsx')).MessageRecipients);

export const SUBJECT_ID = 'message-subject';

type MessageDetailProps = {
  id: string;
  /** On a narrow screen it is a page of its own, with a way back. */
  isPage: boolean;
};

/** One message. Opening it marks it as read; a failure to mark it is not shown. */
export function MessageDetail({ id, isPage }: MessageDetailProps) {
  const { t } = useTranslation('messages');
  const listed = useQuery(messagesQuery).data?.messages.find((message) => message.id === id);
  const result = useQuery({ ...query('getMessage', { params: { id } }), enabled: !listed });
  const message = listed ?? result.data;
  useMarkOnOpening(message);
  return (
    <section
      aria-label={t('message')}
      tabIndex={isPage ? undefined : 0}
      className={clsx('flex flex-col', !isPage && 'min-h-0 flex-auto overflow-y-auto p-6 -outline-offset-2!')}
    >
      {isPage && <BackToList />}
      {isPage && !message && (
        <h1 tabIndex={-1} className="sr-only">
          {t('message')}
        </h1>
      )}
      {message ? (
        <MessageText message={message} isPage={isPage} />
      ) : (
        <Loaded
          query={result}
          missing={
            <EmptyState
              icon={<SearchX />}
              title={t('notFound.title')}
              text={t('notFound.text')}
              className="m-auto"
            />
          }
          skeleton={<MessageSkeleton />}
        >
          {() => null}
        </Loaded>
      )}
    </section>
  );
}

/** Once per opening, even if it fails. */
function useMarkOnOpening(message: Message | undefined) {
  const opened = useOpenedMessages();
  const { mutate } = useMarkMessageRead();
  const isDone = useRef(false);
  const unreadId = message && !message.isRead && !opened.has(message.id) ? message.id : undefined;
  useEffect(() => {
    if (!unreadId || isDone.current) return;
    isDone.current = true;
    mutate(unreadId);
  }, [unreadId, mutate]);
}

/** Goes back if the list is the previous page, so that its scroll position is kept; otherwise links to it. */
function BackToList() {
  const { t } = useTranslation('messages');
  const pathTo = usePathTo();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isFromList = typeof state === 'object' && state !== null && 'isFromList' in state;
  // A second tap would go back once more.
  const isGoing = useRef(false);
  return (
    <Button asChild variant="ghost" className="-mt-3 -ml-3 mb-2 self-start">
      <Link
        to={pathTo('messages')}
        onClick={(event) => {
          if (!isFromList || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          if (isGoing.current) return;
          isGoing.current = true;
          void navigate(-1);
        }}
      >
        <ChevronLeft className="size-5" aria-hidden="true" />
        {t('all')}
      </Link>
    </Button>
  );
}

function MessageText({ message, isPage }: { message: Message; isPage: boolean }) {
  const { t } = useTranslation('messages');
  const { formatDateTime } = useCompanyTime();
  const reach = useReach('listMessageRecipients');
  const isSender = useUser().id === message.senderId;
  const { subject, content, sender, isAnnouncement, createdAt } = message;
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <>
      <article className="flex flex-col gap-4">
        {isAnnouncement && (
          <Badge icon={<Megaphone aria-hidden="true" />} className="self-start">
            {t('announcement')}
          </Badge>
        )}
        <Heading
          id={SUBJECT_ID}
          tabIndex={-1}
          className="wrap-anywhere hyphens-auto font-bold text-2xl leading-tight tracking-tight"
        >
          {subject}
        </Heading>
        <div className="flex items-start gap-3 border-hairline border-b pb-4">
          <Avatar firstName={sender.firstName} lastName={sender.lastName} className="mt-0.5" />
          <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
            <Fact label={t('from')}>
              <span className="font-semibold">
                <PersonLink id={message.senderId} name={sender} />
              </span>
            </Fact>
            <Fact label={t('to')}>
              <Addressee message={message} />
            </Fact>
            <Fact label={t('date')}>
              <time dateTime={createdAt} className="figures">
                {formatDateTime(createdAt)}
              </time>
            </Fact>
          </dl>
        </div>
        <p className="wrap-anywhere max-w-prose whitespace-pre-wrap text-base">
          {textParts(content).map(({ text, isLink }, index) =>
            isLink ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes.
              <TextLink key={index} href={text} target="_blank" rel="noopener noreferrer">
                {text}
              </TextLink>
            ) : (
              text
            ),
          )}
        </p>
      </article>
      {(reach === 'all' || (reach && isSender)) && <MessageRecipients message={message} />}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function Addressee({ message: { recipient, recipientId, location } }: { message: Message }) {
  const { t } = useTranslation('messages');
  if (recipient && recipientId) return <PersonLink id={recipientId} name={recipient} />;
  if (!location) return t('everyone');
  return (
    <>
      <MapPin className="mr-1 -mt-0.5 inline size-4 text-ink-muted" aria-hidden="true" />
      <span className="sr-only">{t('location')} </span>
      {location.name}
    </>
  );
}

function MessageSkeleton() {
  return (
    <>
      <Skeleton className="h-8 w-3/5" />
      <div className="flex gap-3 border-hairline border-b pb-4">
        <Skeleton className="size-10" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/4" />
        </div>
      </div>
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-4/5" />
    </>
  );
}
