import { useState } from 'react';
import type { OfflineEvent, WorkReport } from '#contract/time-tracking.ts';
import { fullName } from '#domain/names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CorrectedMark } from '#web/work-reports/corrected-mark.tsx';
import { generalNotesOf } from '#web/work-reports/general-notes.ts';
import { useWorkUnits } from '#web/work-reports/work-units.ts';
import { OfflineMark } from '#web/working-time/offline-mark.tsx';
import { PersonLink } from '#web/working-time/person-link.tsx';

type Person = {
  id: string;
  userId: string;
  user: { firstName: string; lastName: string };
  /** The time at work as text. */
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
  /** The label of the list for screen readers. */
  label: string;
  people: readonly Person[];
  /** How many are shown before "show all". */
  shown: number;
};

/** People at a location with their hours and work reports; long lists are collapsed. */
export function LocationPeople({ label, people, shown }: LocationPeopleProps) {
  const { t } = useTranslation('dashboard');
  const { formatCount } = useBoardFormat();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = people.length > shown + 1;
  const visible = isLong && !isOpen ? people.slice(0, shown) : people;
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-2">
        {visible.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      {isLong && (
        <Button
          variant="ghost"
          className="-my-2 -ml-4 self-start"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('admin.showFewer') : t('admin.showAll', { total: formatCount(people.length) })}
        </Button>
      )}
    </>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { userId, user, when, hours, offlineCheckIn, offlineCheckOut, workReports } = person;
  const hiddenReports = (person.workReportCount ?? 0) - workReports.length;
  const { t } = useTranslation('dashboard');
  const { t: tCommon } = useTranslation();
  const { formatCount, formatHours, formatMoment } = useBoardFormat();
  const { amount } = useWorkUnits();
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
            {tCommon('hours', { hours: formatHours(hours) })}
          </span>
        )}
      </p>
      <OfflineMark event={offlineCheckIn} format={formatMoment} />
      <OfflineMark event={offlineCheckOut} format={formatMoment} />
      {workReports.length > 0 && (
        <ul
          aria-label={t('admin.workReports', { name })}
          className="my-1 flex flex-col gap-1 border-hairline border-l-2 pl-3 text-sm"
        >
          {workReports.map(({ id, quantity, units, createdAt, correctedAt, description }) => (
            <li key={id} className="flex gap-x-3">
              <span className="figures shrink-0 text-ink-muted">{formatMoment(createdAt)}</span>
              <span className="min-w-0">
                <span className="figures mr-2 font-medium">{amount(quantity, units)}</span>
                {description} {correctedAt && <CorrectedMark time={formatMoment(correctedAt)} />}
              </span>
            </li>
          ))}
          {generalNotesOf(workReports).map((note) => (
            <li key={note} className="wrap-anywhere whitespace-pre-line">
              <span className="text-ink-muted">{t('admin.generalNotes')}:</span> {note}
            </li>
          ))}
          {hiddenReports > 0 && (
            <li className="text-ink-muted">
              {t('admin.moreWorkReports', { number: formatCount(hiddenReports) })}
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
