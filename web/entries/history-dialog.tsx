import { useQuery } from '@tanstack/react-query';
import type { EntryEvent } from '#contract/ledger.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText } from '#web/time/date-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { AbsenceChange, AbsenceLine } from './absence-line.tsx';
import { BreakChanges, EntryDiff, useBreakText } from './entry-diff.tsx';
import { NewAccountNote } from './new-account-note.tsx';
import { PersonLink } from './person-link.tsx';

type HistoryDialogProps = { entryId: string; name: string; onClose: () => void };

export function HistoryDialog({ entryId, name, onClose }: HistoryDialogProps) {
  const { t } = useTranslation(['time-entries', 'common']);
  const history = useQuery(query('getTimeEntryHistory', { params: { id: entryId } }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('history.title')}
      description={name}
      closeLabel={t('common:close')}
    >
      <Loaded query={history}>{(events) => <HistorySteps events={events} />}</Loaded>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t('common:close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The steps in the given order. Areas `time-entries`, `working-time`. */
export function HistorySteps({ events }: { events: readonly (EntryEvent & { month?: string | null })[] }) {
  return (
    <ol className="flex flex-col gap-5">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps of one instant may be alike, and none moves.
        <HistoryStep key={`${event.at} ${event.kind} ${index}`} event={event} />
      ))}
    </ol>
  );
}

function HistoryStep({ event }: { event: EntryEvent & { month?: string | null } }) {
  const { t } = useTranslation('time-entries');
  const { formatDateTime, language } = useCompanyTime();
  const { at, kind, month, actor, actorIsNew, apiKey, before, after, wanted, request, decision, reason } =
    event;
  const title = () => {
    if (kind === 'request' && request) return t(`history.requested.${request}`);
    if (kind === 'decision' && decision) return t(`history.decided.${decision}`);
    return t(`history.kinds.${kind}`);
  };
  return (
    <li className="border-hairline border-l-2 pl-4">
      <p className="font-semibold">
        {title()}
        {month && ` · ${monthText(month, language)}`}
      </p>
      <p className="text-ink-muted text-sm">
        <span className="figures">{formatDateTime(at)}</span> ·{' '}
        {actor ? <PersonLink id={actor.id} name={actor} /> : t('history.nobody')}
        {apiKey !== null && ` · ${t('history.apiKey', { name: apiKey })}`}
      </p>
      <NewAccountNote isShown={actorIsNew} />
      {reason && <p className="wrap-anywhere mt-1 whitespace-pre-line">{t('history.reason', { reason })}</p>}
      {event.break && <Break event={event} taken={event.break} />}
      {event.absence && <Absence {...event.absence} isRequested={!kind.startsWith('absence-')} />}
      {wanted && <Wanted wanted={wanted} />}
      <BreakChanges changes={wanted?.breaks} />
      {(before || after) && (
        <div className="mt-2">
          <EntryDiff
            caption={title()}
            before={before}
            after={after}
            headers={{ before: t('diff.before'), after: t('diff.after') }}
          />
        </div>
      )}
    </li>
  );
}

function Break({ event, taken }: { event: EntryEvent; taken: NonNullable<EntryEvent['break']> }) {
  const { t } = useTranslation('time-entries');
  const text = useBreakText()(taken);
  return <p className="figures mt-1">{event.isBreakRemoved ? `${text} · ${t('breaks.isRemoved')}` : text}</p>;
}

/** An absence that was recorded, asked for or deleted; as it was and is; or what was asked to stay of it. */
function Absence({
  before,
  after,
  isRequested,
}: NonNullable<EntryEvent['absence']> & { isRequested: boolean }) {
  const { t } = useTranslation('time-entries');
  if (before && isRequested) {
    return (
      <div className="mt-1">
        <AbsenceLine absence={before} />
        <AbsenceChange kept={after} />
      </div>
    );
  }
  return (
    <div className="mt-1 flex flex-col gap-1">
      {before && after && <p className="text-ink-muted text-sm">{t('diff.before')}</p>}
      {before && <AbsenceLine absence={before} />}
      {before && after && <p className="text-ink-muted text-sm">{t('diff.after')}</p>}
      {after && <AbsenceLine absence={after} />}
    </div>
  );
}

/** What was requested; omitted fields were to stay unchanged. */
function Wanted({ wanted }: { wanted: NonNullable<EntryEvent['wanted']> }) {
  const { t } = useTranslation('time-entries');
  const { formatDateTime } = useCompanyTime();
  const { location, checkIn, checkOut } = wanted;
  const facts = [
    { name: t('diff.location'), value: location?.name },
    { name: t('diff.checkIn'), value: checkIn && formatDateTime(checkIn) },
    { name: t('diff.checkOut'), value: checkOut && formatDateTime(checkOut) },
  ].filter(({ value }) => value);
  if (facts.length === 0) return null;
  return (
    <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted text-sm leading-6">{name}</dt>
          <dd className="figures wrap-anywhere font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
