import { useQuery } from '@tanstack/react-query';
import { monthOf, previousMonthOf } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText } from '#web/time/date-text.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Disclosure } from '#web/working-time/hours-explanation.tsx';
import { inStretches, WarningList } from '#web/working-time/work-warnings.tsx';

/** Warnings about rest, long hours and missing breaks in this month and the one before. They block nothing. */
export function MonthWarnings() {
  const { t } = useTranslation('hours');
  const { today } = useCompanyTime();
  const thisMonth = monthOf(today()).start;
  return (
    <section aria-labelledby="work-warnings" className="flex flex-col gap-4">
      <h2 id="work-warnings" className="sr-only">
        {t('warnings.title')}
      </h2>
      <p className="max-w-prose text-ink-muted">{t('warnings.note')}</p>
      <WarningsOfMonth month={thisMonth.slice(0, 7)} />
      <WarningsOfMonth month={previousMonthOf(thisMonth).start.slice(0, 7)} />
    </section>
  );
}

function WarningsOfMonth({ month }: { month: string }) {
  const { t } = useTranslation('hours');
  const { language } = useCompanyTime();
  const result = useQuery(query('listWarnings', { query: { month } }));
  return (
    <div>
      <h3 className="font-semibold first-letter:uppercase">{monthText(month, language)}</h3>
      <Loaded query={result} skeleton={<Skeleton className="h-24" />}>
        {(people) =>
          people.length === 0 ? (
            <p className="text-ink-muted">{t('warnings.none')}</p>
          ) : (
            <ul className="divide-y divide-hairline border-hairline border-y">
              {people.map(({ user, warnings }) => (
                <li key={user.id}>
                  <Disclosure
                    className="py-1"
                    summary={
                      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                        <span className="wrap-anywhere min-w-0">
                          {fullName({ ...user, nameTag: null })}
                          {user.nameTag && (
                            <span className="ml-2 text-ink-muted text-sm">{user.nameTag}</span>
                          )}
                        </span>
                        <span className="figures text-ink-muted">
                          {t('warnings.count', { count: inStretches(warnings).length })}
                        </span>
                      </span>
                    }
                  >
                    <div className="flex flex-col gap-2 pb-3 pl-7 text-sm">
                      <p>
                        <PersonLink id={user.id} name={t('warnings.person')} />
                      </p>
                      <WarningList warnings={warnings} />
                    </div>
                  </Disclosure>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
