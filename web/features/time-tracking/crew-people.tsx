import { MAX_CREW } from '#contract/crew.ts';
import type { EndpointResponse } from '#contract/index.ts';
import type { ScanResult } from '#contract/time-tracking.ts';
import { fullName } from '#domain/names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Chosen } from '#web/recording/crew.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

type Crew = EndpointResponse<'getCrew'>;

type CrewPeopleProps = {
  crew: Crew;
  action: ScanResult['action'];
  locationId: string;
  chosen: readonly Chosen[];
  onAdd: (one: Chosen) => void;
  onRemove: (key: string) => void;
  onChoose: (chosen: readonly Chosen[]) => void;
};

/** The people whom this can be recorded for, as far as is known, to be ticked. */
export function CrewPeople({ crew, action, locationId, chosen, onAdd, onRemove, onChoose }: CrewPeopleProps) {
  const { t } = useTranslation('crew');
  const { formatDate } = useCompanyTime();
  const { formatMoment } = useBoardFormat();
  const isChosen = (id: string) => chosen.some(({ key }) => key === id);
  // Somebody whose badge was shown stays in sight, whatever the list said.
  const people = crew.people.filter(({ id, working }) => isChosen(id) || fits(action, locationId, working));
  const badges = chosen.filter(({ badge }) => badge);
  const everybody = people
    .filter(({ id }) => badges.every(({ key }) => key !== id))
    .map((person) => ({ key: person.id, name: fullName(person), userId: person.id }));
  return (
    <section aria-labelledby="crew-people">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id="crew-people" className="font-semibold text-lg">
            {t('list.title')}
          </h2>
          {crew.date && (
            <p className="figures text-ink-muted text-sm">
              {t('list.date', { date: formatDate(crew.date) })}
            </p>
          )}
        </div>
        {people.length > 0 && (
          <Button
            variant="ghost"
            onClick={() =>
              onChoose(chosen.length > badges.length ? badges : [...badges, ...everybody].slice(0, MAX_CREW))
            }
          >
            {t(chosen.length > badges.length ? 'list.clear' : 'list.all')}
          </Button>
        )}
      </div>
      {people.length === 0 ? (
        <p className="text-ink-muted">{t('list.none')}</p>
      ) : (
        <ul className="mt-2 divide-y divide-hairline rounded-lg border border-hairline bg-surface">
          {people.map((person) => {
            const { id, working } = person;
            const name = fullName(person);
            return (
              <li key={id} className="px-4 py-2">
                <Checkbox
                  label={name}
                  hint={
                    working &&
                    t('list.since', { location: working.location.name, time: formatMoment(working.since) })
                  }
                  checked={isChosen(id)}
                  onChange={() => (isChosen(id) ? onRemove(id) : onAdd({ key: id, name, userId: id }))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function fits(
  action: ScanResult['action'],
  locationId: string,
  working: Crew['people'][number]['working'],
): boolean {
  if (action === 'check-in') return working === null;
  return working !== null && (working.location.id === locationId) === (action === 'check-out');
}
