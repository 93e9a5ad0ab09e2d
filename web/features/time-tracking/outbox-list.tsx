import { useQuery } from '@tanstack/react-query';
import {
  ClipboardList,
  CloudUpload,
  Coffee,
  LogIn,
  LogOut,
  MapPin,
  QrCode,
  Undo2,
  Users,
} from 'lucide-react';
import { dateIn } from '#domain/dates.ts';
import { LOCALES } from '#domain/languages.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { query } from '#web/call/query.ts';
import { useNow } from '#web/call/server-clock.ts';
import type { FilledIn, RequestedEntry } from '#web/entries/request-dialog.tsx';
import { useRequestDialog } from '#web/entries/use-request-dialog.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { codeIn } from '#web/recording/expected-scan.ts';
import {
  type BreakItem,
  type OutboxItem,
  type ScanItem,
  type UndoItem,
  useBlockedItems,
  useDismissItems,
  useHeldScans,
  useOutbox,
  useUnrecordedItems,
} from '#web/recording/outbox.ts';
import {
  useCorrectionOfBreak,
  useCorrectionOfUndo,
  useWantedCorrection,
} from '#web/recording/wanted-correction.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';

const TICK_MS = 10_000;
const ICONS = { 'check-in': LogIn, 'check-out': LogOut, 'location-switch': MapPin };

export function HeldScans({ onAnswer }: { onAnswer: () => void }) {
  const { t } = useTranslation(['time-tracking', 'common']);
  const items = useHeldScans();
  if (items.length === 0) return null;
  return (
    <Card tone="attention">
      <CardHeader title={t('outbox.held')} text={t('outbox.heldText')} />
      <Items items={items} />
      <CardFooter>
        <Button onClick={onAnswer}>{t('common:missingCheckOut.answer')}</Button>
      </CardFooter>
    </Card>
  );
}

/** Items refused by the server, and what depended on them, in the order they were made. */
export function RefusedItems() {
  const { t } = useTranslation('time-tracking');
  const items = useUnrecordedItems();
  const blocked = useBlockedItems();
  if (items.length === 0) return null;
  return (
    <Card tone="destructive">
      <CardHeader title={t('outbox.refused')} text={t('outbox.refusedText')} />
      <Items items={items} />
      {blocked.length > 0 && (
        <>
          <CardHeader as="h3" title={t('outbox.blocked')} text={t('outbox.blockedText')} />
          <Items items={blocked} />
        </>
      )}
    </Card>
  );
}

export function WaitingItems() {
  const { t } = useTranslation('time-tracking');
  const blocked = useBlockedItems();
  const outbox = useOutbox();
  // Those that are blocked stand with the unrecorded one; without it they wait for a held scan.
  const hasUnrecorded = useUnrecordedItems().length > 0;
  const items = outbox.filter(
    (item) => item.fate.state === 'waiting' && !(hasUnrecorded && blocked.includes(item)),
  );
  if (items.length === 0) return null;
  return (
    <Card tone="attention">
      <CardHeader
        title={t('outbox.waiting')}
        text={t('outbox.waitingText')}
        aside={<CloudUpload className="size-5 text-attention-text" aria-hidden="true" />}
      />
      <Items items={items} />
    </Card>
  );
}

function Items({ items }: { items: readonly OutboxItem[] }) {
  return (
    <CardBody>
      <ul className="divide-y divide-edge/30">
        {items.map((item) => (
          <Item key={item.seq} item={item} />
        ))}
      </ul>
    </CardBody>
  );
}

function Item({ item }: { item: OutboxItem }) {
  const { t } = useTranslation('time-tracking');
  const { timeZone, today, formatTime, formatDateTime } = useCompanyTime();
  const dismiss = useDismissItems();
  const age = useAge(item.scannedAt);
  const { Icon, name, detail } = useWhat(item);
  const why = useWhy(item);
  const isToday = dateIn(item.scannedAt, timeZone) === today();
  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">
          <span className="font-semibold">{name}</span>
          {detail && ` · ${detail}`}
        </p>
        <p className="figures text-ink-muted text-sm">
          {isToday ? formatTime(item.scannedAt) : formatDateTime(item.scannedAt)} · {age}
        </p>
        {why && <p className="mt-1">{why}</p>}
      </div>
      {why !== undefined && (
        <div className="flex flex-wrap gap-2">
          {item.kind === 'scan' && <AskForCorrection item={item} />}
          {item.kind === 'break' && <AskForBreak item={item} />}
          {item.kind === 'undo' && <AskToUndo item={item} />}
          <Button variant="ghost" pending={dismiss.isPending} onClick={() => dismiss.mutate([item])}>
            {t('discard')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Why an item was not recorded, or the question about one that depended on it; undefined for other items. */
function useWhy(item: OutboxItem): string | undefined {
  const { t } = useTranslation('time-tracking');
  const { formatTime } = useCompanyTime();
  const { fate } = item;
  if (fate.state !== 'refused' && fate.state !== 'orphaned') return undefined;
  if (fate.state === 'refused' && fate.message) return fate.message;
  if (item.kind === 'work-report') return t('outbox.withoutEntry');
  if (fate.state === 'refused' || item.kind === 'crew') return '';
  const what = item.kind === 'break' ? item.action : item.kind === 'undo' ? 'undo' : item.expected?.action;
  return t(`outbox.followed.${what ?? 'unknown'}`, { time: formatTime(item.scannedAt) });
}

const REASONS = { scan: 'requestReason', break: 'breakReason', undo: 'undoReason' } as const;

/** The reason that a correction request is filled in with. */
function useReason({ kind, fate }: ScanItem | BreakItem | UndoItem): string {
  const { t } = useTranslation('time-tracking');
  return fate.state === 'refused'
    ? t(`outbox.${REASONS[kind]}`, { message: fate.message })
    : t('outbox.followedReason');
}

/** Opens a correction request with what the scan would have recorded; sent, it takes the scan's place on the list. */
function AskForCorrection({ item }: { item: ScanItem }) {
  const { entry, end, filledIn } = useWantedCorrection(item);
  return <Ask item={item} end={end} entry={entry} filledIn={filledIn} />;
}

/** The same for a break, unless the phone doesn't know its entry. */
function AskForBreak({ item }: { item: BreakItem }) {
  const { entry, end, takenBreak } = useCorrectionOfBreak(item);
  return entry && <Ask item={item} end={end} entry={entry} filledIn={{ takenBreak }} />;
}

/** The same for the undo of a check-out, unless the phone doesn't know its entry. */
function AskToUndo({ item }: { item: UndoItem }) {
  const { entry, end, filledIn } = useCorrectionOfUndo(item);
  return entry && <Ask item={item} end={end} entry={entry} filledIn={filledIn} />;
}

type AskProps = {
  item: ScanItem | BreakItem | UndoItem;
  /** What waits and is part of the request. */
  end: OutboxItem | undefined;
  entry: RequestedEntry | undefined;
  filledIn: FilledIn;
};

function Ask({ item, end, entry, filledIn }: AskProps) {
  const { t } = useTranslation('time-tracking');
  const dialog = useRequestDialog();
  const dismiss = useDismissItems();
  const reason = useReason(item);
  // The request is filled in with the entry as it is recorded now, not as the phone last saw it.
  const { isFetching, isFetchedAfterMount } = useQuery({ ...query('getActiveEntry'), enabled: false });
  return (
    <>
      <Button
        variant="secondary"
        pending={isFetching && !isFetchedAfterMount}
        onClick={() =>
          dialog.open({
            ...(entry && { entry }),
            filledIn: { ...filledIn, reason },
            onSent: () => dismiss.mutate(end ? [item, end] : [item]),
          })
        }
      >
        {t('outbox.request')}
      </Button>
      {dialog.dialog}
    </>
  );
}

function useWhat(item: OutboxItem) {
  const { t } = useTranslation(['time-tracking', 'breaks', 'nav']);
  if (item.kind === 'work-report') {
    return { Icon: ClipboardList, name: t('workReport'), detail: item.items[0]?.description };
  }
  if (item.kind === 'crew') {
    const detail = `${item.location.name} · ${item.people.length}`;
    return { Icon: Users, name: t('nav:pages.crew'), detail };
  }
  if (item.kind === 'undo') return { Icon: Undo2, name: t('undo.done'), detail: item.entry.location.name };
  if (item.kind === 'break') {
    return {
      Icon: Coffee,
      name: t(item.action === 'start' ? 'breaks:started' : 'breaks:ended'),
      detail: item.entry.location.name,
    };
  }
  const { expected, qrCode } = item;
  if (expected)
    return { Icon: ICONS[expected.action], name: t(`saved.${expected.action}`), detail: expected.location };
  const code = qrCode && codeIn(qrCode);
  return { Icon: QrCode, name: t('saved.unknown'), detail: code && formatLocationCode(code) };
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "12 min ago" in the language on screen. */
function useAge(instant: string): string {
  const language = useLanguage();
  const ageMs = Math.max(0, useNow(TICK_MS) - Date.parse(instant));
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { style: 'short' });
  const [unit, unitMs] = UNITS.find(([, ms]) => ageMs >= ms) ?? ['minute', 60_000];
  return format.format(-Math.floor(ageMs / unitMs), unit);
}
