import { clsx } from 'clsx';
import { MapPin, Megaphone, RotateCw, User } from 'lucide-react';
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Message } from '#contract/messages.ts';
import { dateIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { preview } from './message-text.ts';
import { useOlderMessages, useOpenedMessages } from './reading.ts';

/** From edge to edge on a phone. */
export const LIST_BOX = clsx(
  '-mx-4 border-hairline border-y bg-surface sm:mx-0 sm:overflow-hidden sm:rounded-lg sm:border',
);
/** How far below the screen the end of the list is when the next page is requested. */
const LOAD_AHEAD = '1500px';

export const rowId = (messageId: string) => `message-${messageId}`;

type MessageListProps = {
  messages: Message[];
  /** The message before which older ones may not be loaded yet. */
  next: string | undefined;
  /** The message open beside the list. */
  currentId: string | undefined;
  /** The one row with the tab stop; the arrow keys move to the others. */
  tabStop: string | undefined;
  onTabStopChange: (id: string) => void;
  isWide: boolean;
};

/** Scrolls with the page; older messages load before its end is reached. */
export function MessageList(props: MessageListProps) {
  const { messages, next, currentId, tabStop, onTabStopChange, isWide } = props;
  const { t } = useTranslation('messages');
  const today = dateIn(useNow(60_000), useCompanyTime().timeZone);
  const opened = useOpenedMessages();
  const end = useRef<HTMLDivElement>(null);
  const older = useLoadAhead(useIsNear(end) ? next : undefined);
  const tabStopIndex = Math.max(
    0,
    messages.findIndex(({ id }) => id === tabStop),
  );

  const moveByKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = {
      ArrowDown: tabStopIndex + 1,
      ArrowUp: tabStopIndex - 1,
      Home: 0,
      End: messages.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const message = messages[target];
    if (message) document.getElementById(rowId(message.id))?.focus();
  };

  return (
    <div className={LIST_BOX}>
      <ul aria-label={t('title')} onKeyDown={moveByKey} className="-mb-px">
        {messages.map((message, index) => (
          <li key={message.id}>
            <MessageRow
              message={message}
              isRead={message.isRead || opened.has(message.id)}
              isCurrent={message.id === currentId}
              isTabStop={index === tabStopIndex}
              today={today}
              isWide={isWide}
              onFocus={onTabStopChange}
            />
          </li>
        ))}
      </ul>
      <div ref={end} />
      {older.isError && next && (
        <div
          role="alert"
          className="flex flex-col items-center gap-3 border-hairline border-t p-4 text-center"
        >
          <p>{t('moreFailed')}</p>
          <Button
            variant="secondary"
            icon={<RotateCw className="size-5" aria-hidden="true" />}
            onClick={() => older.mutate(next)}
          >
            {t('common:retry')}
          </Button>
        </div>
      )}
      {older.isPending && (
        <Loading
          label={t('common:loading')}
          className="flex flex-col gap-2 border-hairline border-t p-4 pl-8"
        >
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-full" />
        </Loading>
      )}
    </div>
  );
}

/** Whether the element is on screen or will soon be. */
function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => setIsNear(seen.at(-1)?.isIntersecting ?? false), {
      rootMargin: LOAD_AHEAD,
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

/** Loads the messages before `wanted`; after a failure only when the reader asks for it. */
function useLoadAhead(wanted: string | undefined) {
  const older = useOlderMessages();
  const { mutate, isPending, isError } = older;
  useEffect(() => {
    if (wanted && !isPending && !isError) mutate(wanted);
  }, [wanted, isPending, isError, mutate]);
  return older;
}

type MessageRowProps = {
  message: Message;
  isRead: boolean;
  isCurrent: boolean;
  isTabStop: boolean;
  /** Calendar date in the company's time zone. */
  today: string;
  isWide: boolean;
  onFocus: (id: string) => void;
};

const MessageRow = memo(function MessageRow({
  message: { id, subject, content, sender, recipient, location, isAnnouncement, createdAt },
  isRead,
  isCurrent,
  isTabStop,
  today,
  isWide,
  onFocus,
}: MessageRowProps) {
  const { t } = useTranslation('messages');
  const { timeZone, formatTime, formatDate } = useCompanyTime();
  const pathTo = usePathTo();
  const mayWrite = useReach('createMessage');
  return (
    <Link
      id={rowId(id)}
      to={pathTo('message', { id })}
      // On a phone a message is a new page, and closing it goes back to the list.
      state={isWide ? undefined : { isFromList: true }}
      preventScrollReset={isWide}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocus(id)}
      className={clsx(
        'relative flex flex-col gap-1 border-hairline border-b py-3.5 pr-4 pl-8 -outline-offset-2! transition-colors duration-150',
        'aria-[current]:bg-sunken aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:left-0 aria-[current]:before:w-1 aria-[current]:before:bg-ink',
        'hover:bg-sunken',
      )}
    >
      {!isRead && (
        <>
          <span aria-hidden="true" className="absolute top-5 left-3 size-2.5 rounded-full bg-ink" />
          <span className="sr-only">{t('unread')}</span>
        </>
      )}
      <span className="flex items-baseline justify-between gap-3">
        <span className={clsx('min-w-0 truncate', isRead ? 'font-medium' : 'font-bold')}>{subject}</span>
        <time dateTime={createdAt} className="figures shrink-0 text-ink-muted text-sm">
          {dateIn(createdAt, timeZone) === today ? formatTime(createdAt) : formatDate(createdAt)}
        </time>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="max-w-full truncate">{fullName(sender)}</span>
        {location && (
          <span className="inline-flex min-w-0 max-w-full items-center gap-1 text-ink-muted">
            <MapPin className="size-4 shrink-0" aria-hidden="true" />
            <span className="sr-only">{t('location')}</span>
            <span className="truncate">{location.name}</span>
          </span>
        )}
        {mayWrite && recipient && (
          <span className="inline-flex min-w-0 max-w-full items-center gap-1 text-ink-muted">
            <User className="size-4 shrink-0" aria-hidden="true" />
            <span className="sr-only">{t('to')}</span>
            <span className="truncate">{fullName(recipient)}</span>
          </span>
        )}
        {isAnnouncement && <Badge icon={<Megaphone aria-hidden="true" />}>{t('announcement')}</Badge>}
      </span>
      <span className="wrap-anywhere text-ink-muted text-sm">{preview(content)}</span>
    </Link>
  );
});
