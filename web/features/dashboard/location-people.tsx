import type { OfflineEvent, WorkReport } from '#contract/time-tracking.ts';
import { durationText } from '#domain/apportion.ts';
import { msFromHours } from '#domain/hours.ts';
import { fullName } from '#domain/names.ts';
import { OfflineMark } from '#web/entries/offline-mark.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { useBoardFormat } from '#web/time/board-format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { FoldedList } from './folded-list.tsx';

/** Loads after the board itself. */
const PersonWork = lazyPart(async () => (await import('./person-work.tsx')).PersonWork, {
  isOptional: true,
});

type Person = {
  id: string;
  userId: string;
  user: { firstName: string; lastName: string };
  when: string;
  /** Null: the check-out is missing, so the time is unknown. */
  hours: number | null;
  offlineCheckIn: OfflineEvent | null;
  offlineCheckOut: OfflineEvent | null;
  workReports: readonly WorkReport[];
  /** If `workReports` are only the newest ones. */
  workReportCount?: number;
};

type LocationPeopleProps = {
  label: string;
  people: readonly Person[];
  /** How many are shown before "show all". */
  shown: number;
};

/** People at a location with their hours and work reports; long lists are collapsed. */
export function LocationPeople({ label, people, shown }: LocationPeopleProps) {
  return (
    <FoldedList label={label} shown={shown}>
      {people.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
    </FoldedList>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { userId, user, when, hours, offlineCheckIn, offlineCheckOut, workReports } = person;
  const hiddenReports = (person.workReportCount ?? 0) - workReports.length;
  const { t } = useTranslation('dashboard');
  const { t: tCommon } = useTranslation();
  const { formatMoment } = useBoardFormat();
  const name = fullName(user);
  return (
    <li>
      <p className="flex items-baseline gap-x-3">
        <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
          <span className="min-w-0 font-semibold">
            <PersonLink id={userId} name={user} />
          </span>
          <span className="figures text-ink-muted text-sm leading-6">{when}</span>
        </span>
        {hours === null ? (
          <Badge tone="attention">{t('admin.checkOutMissing')}</Badge>
        ) : (
          <span className="figures min-w-14 text-right font-semibold">
            {tCommon('hours', { hours: durationText(msFromHours(hours)) })}
          </span>
        )}
      </p>
      <OfflineMark event={offlineCheckIn} format={formatMoment} />
      <OfflineMark event={offlineCheckOut} format={formatMoment} />
      {workReports.length > 0 && (
        <PersonWork name={name} workReports={workReports} hiddenReports={hiddenReports} />
      )}
    </li>
  );
}
