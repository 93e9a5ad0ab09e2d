import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { MapPin, Megaphone, RotateCw, User } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { Message } from '#contract/messages.ts';
import { dateIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { useUser } from '#web/api/auth.ts';
import { useOlderMessages, useOpenedMessages } from '#web/api/message-updates.ts';
import { useNow } from '#web/api/server-clock.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { preview } from './message-text.ts';

/** From edge to edge on a phone. */
export const LIST_BOX = clsx(
  '-mx-4 border-hairline border-y bg-surface sm:mx-0 sm:overflow-hidden sm:rounded-lg sm:border',
);
const ESTIMATED_ROW_PX = 120;
/** How many rows before the end the next page is requested. */
const LOAD_AHEAD_ROWS = 15;

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
  /** Row heights measured before the list was last left, so that its scroll position can be restored. */
  rowSizes: RefObject<VirtualItem[]>;
  isWide: boolean;
};

/** Scrolls with the page and renders only the visible rows. */
export function MessageList(props: MessageListProps) {
  const { messages, next, currentId, tabStop, onTabStopChange, isWide } = props;
  const { t } = useTranslation('messages');
  const today = dateIn(useNow(60_000), useCompanyTime().timeZone);
  const opened = useOpenedMessages();
  const tabStopIndex = Math.max(
    0,
    messages.findIndex(({ id }) => id === tabStop),
  );
  const { list, virtualizer } = useRows(props, tabStopIndex);
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= messages.length - LOAD_AHEAD_ROWS;
  const older = useLoadAhead(isNearEnd ? next : undefined);

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
    if (!message) return;
    // Only the tab stop is always rendered, so a row must become it before it can take the focus.
    flushSync(() => onTabStopChange(message.id));
    document.getElementById(rowId(message.id))?.focus();
  };

  return (
    <div className={LIST_BOX}>
      <ul
        ref={list}
        aria-label={t('title')}
        onKeyDown={moveByKey}
        style={{ height: virtualizer.getTotalSize() }}
        className="-mb-px relative"
      >
        {rows.map(({ index, key, start }) => {
          const message = messages[index];
          return (
            message && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={next ? -1 : messages.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
                className="absolute inset-x-0 top-0"
              >
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
            )
          );
        })}
      </ul>
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

function useRows({ messages, rowSizes, isWide }: MessageListProps, tabStopIndex: number) {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other layout has a different header above the list.
  useLayoutEffect(() => {
    setScrollMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [isWide]);
  const virtualizer = useWindowVirtualizer({
    count: messages.length,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => messages[index]?.id ?? index,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      return inSight.includes(tabStopIndex) || tabStopIndex >= range.count
        ? inSight
        : [...inSight, tabStopIndex].sort((a, b) => a - b);
    },
    overscan: 8,
    scrollMargin,
    // After the first render the rows exist: one of them may take the focus.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: rowSizes.current,
  });
  useLayoutEffect(
    () => () => {
      rowSizes.current = virtualizer.takeSnapshot();
    },
    [virtualizer, rowSizes],
  );
  return { list, virtualizer };
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
  const isAdmin = useUser().role === 'admin';
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
        {isAdmin && recipient && (
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
