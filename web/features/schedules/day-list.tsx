import { TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { ShiftKind } from '#contract/shifts.ts';
import { fullName } from '#domain/names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import type { PlanStore } from './plan-store.ts';
import { absenceOn, type Person, useDayText, useWarningText, type Warning } from './schedule-data.ts';

type DayListProps = {
  people: readonly Person[];
  date: string;
  holidays: ReadonlyMap<string, string>;
  warnings: ReadonlyMap<string, Warning[]>;
  byId: ReadonlyMap<string, ShiftKind>;
  store: PlanStore;
  isReadOnly: boolean;
  onOpen: (person: Person, date: string) => void;
};

/** The schedule of a phone: everybody on one day. */
export function DayList({ people, date, holidays, warnings, byId, store, isReadOnly, onOpen }: DayListProps) {
  const { t } = useTranslation('schedules');
  useSyncExternalStore(store.subscribe, store.revision);
  const dayText = useDayText(byId);
  const warningText = useWarningText();
  const planned = people.filter(({ user }) => store.read(user.id, date).length > 0).length;
  return (
    <>
      <p className="text-ink-muted">
        {[holidays.get(date), t('plannedCount', { count: planned })].filter(Boolean).join(' · ')}
      </p>
      <Card>
        <ul className="divide-y divide-hairline">
          {people.map((person) => {
            const day = store.read(person.user.id, date);
            const absence = absenceOn(person, date);
            const warned =
              warnings.get(person.user.id)?.filter((each) => each.date === date && each.kind !== 'notice') ??
              [];
            return (
              <li key={person.user.id}>
                <button
                  type="button"
                  disabled={isReadOnly}
                  onClick={() => onOpen(person, date)}
                  className="flex min-h-14 w-full flex-col gap-0.5 px-4 py-3 text-left -outline-offset-2! not-disabled:hover:bg-sunken"
                >
                  <span className="flex w-full flex-wrap items-baseline justify-between gap-x-3">
                    <span className="wrap-anywhere font-semibold">{fullName(person.user)}</span>
                    <span className={day.length > 0 ? 'figures font-semibold' : 'text-ink-muted'}>
                      {dayText(day)}
                    </span>
                  </span>
                  {absence && (
                    <span className="text-ink-muted text-sm">{t('absent', { code: absence })}</span>
                  )}
                  {warned.map((warning) => (
                    <span
                      key={warning.kind}
                      className="figures flex items-start gap-1.5 text-attention-text text-sm"
                    >
                      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                      {warningText(warning)}
                    </span>
                  ))}
                  {store.isUnsaved(person.user.id, date) ? (
                    <Badge className="self-start">{t('marks.unsaved')}</Badge>
                  ) : (
                    person.changedDates.includes(date) && (
                      <Badge className="self-start">{t('marks.changed')}</Badge>
                    )
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      </Card>
    </>
  );
}
