import type { Flag, OwnFlag } from '#contract/flags.ts';
import { dateIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { PersonLink } from './person-link.tsx';

/** What was seen in a scan, as a heading and a sentence with its figures, and why it was dismissed (area `flags`). */
export function FlagText({ flag, person }: { flag: OwnFlag; person?: Flag['user'] }) {
  const { t } = useTranslation('flags');
  const { formatDateTime } = useCompanyTime();
  const sentence = useSentence(flag);
  const { at, location, seen, dismissed } = flag;
  return (
    <div className="min-w-0 flex-1 basis-56">
      <h3 className="wrap-anywhere font-semibold">
        {person ? <PersonLink id={person.id} name={person} /> : t(`kinds.${seen.kind}`)}
      </h3>
      <p className="wrap-anywhere">
        {person && `${t(`kinds.${seen.kind}`)} · `}
        {location.name} · <span className="figures">{formatDateTime(at)}</span>
      </p>
      <p className="figures wrap-anywhere text-ink-muted text-sm">{sentence}</p>
      {dismissed && (
        <p className="figures wrap-anywhere text-sm">
          {t('dismissed', { name: fullName(dismissed.by), time: formatDateTime(dismissed.at) })} ·{' '}
          {dismissed.note}
        </p>
      )}
    </div>
  );
}

function useSentence({ at, location, seen }: OwnFlag): string {
  const { t } = useTranslation('flags');
  const { timeZone, formatTime, formatDateTime } = useCompanyTime();
  // The scan's own day stands above.
  const time = (instant: string) =>
    dateIn(instant, timeZone) === dateIn(at, timeZone) ? formatTime(instant) : formatDateTime(instant);
  switch (seen.kind) {
    case 'shared-phone': {
      const { people, from, to } = seen.figures;
      return t('shared-phone', { count: people, from: time(from), to: time(to) });
    }
    case 'too-far': {
      const { from, leftAt, minutes, needed } = seen.figures;
      const places = { from, to: location.name };
      return t('too-far', { ...places, leftAt: time(leftAt), at: time(at), minutes, needed });
    }
    case 'clock-wrong': {
      const { minutes } = seen.figures;
      return t(minutes > 0 ? 'clock-ahead' : 'clock-behind', { minutes: Math.abs(minutes) });
    }
    case 'clock-set': {
      const { minutes } = seen.figures;
      return t(minutes > 0 ? 'clock-set-forward' : 'clock-set-back', { minutes: Math.abs(minutes) });
    }
    case 'both-late': {
      const { checkIn, checkInArrived, checkOutArrived } = seen.figures;
      return t('both-late', {
        checkIn: time(checkIn),
        checkInArrived: time(checkInArrived),
        checkOut: time(at),
        checkOutArrived: time(checkOutArrived),
      });
    }
    case 'poster':
      return t('poster', seen.figures);
    case 'full-day':
      return t('full-day', seen.figures);
  }
}
