import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, Coffee, UserX } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router';
import type { EmployeeDetails } from '#contract/employees.ts';
import { durationText } from '#domain/apportion.ts';
import { dateIn, isDate, monthOf } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useReach } from '#web/call/user.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText } from '#web/time/date-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ExplainHours } from '#web/working-time/explain-hours.tsx';
import { Disclosure } from '#web/working-time/hours-explanation.tsx';
import { MonthCalendar } from '#web/working-time/month-calendar.tsx';
import { MonthCategories } from '#web/working-time/month-categories.tsx';
import { personHoursQuery } from '#web/working-time/person-hours.ts';
import { PersonAccount } from './person-account.tsx';
import { PersonHelp } from './person-help.tsx';
import { DayOfPerson, PersonHistory, PersonMessages } from './person-parts.tsx';

const PersonRecords = lazyPart(
  withTexts(['flags'], async () => (await import('./person-records.tsx')).PersonRecords),
  { fallback: <Skeleton className="h-40 rounded-lg!" /> },
);

/** Everything about one person that the viewer may know. */
export function Component() {
  const { t } = useTranslation('person');
  const { id = '' } = useParams();
  const result = useQuery(query('getEmployee', { params: { id } }));
  return (
    <Loaded
      query={result}
      skeleton={<Skeleton className="h-96" />}
      missing={
        <div className="flex flex-col gap-6">
          <BackLink />
          <PageHeader title={t('missing.title')} subtitle={t('missing.text')} />
        </div>
      }
    >
      {(person) => <Person key={person.id} person={person} />}
    </Loaded>
  );
}

/** To where names are listed for the viewer, with the filters with which they left the list. */
function BackLink() {
  const { t } = useTranslation('person');
  const pathTo = usePathTo();
  const { state } = useLocation();
  const isAdmin = useReach('listEmployees') !== undefined;
  return (
    <Button asChild variant="ghost" className="-mb-3 self-start px-0!">
      <Link to={isAdmin ? pathTo('employees') + (typeof state === 'string' ? state : '') : pathTo('reports')}>
        <ArrowLeft className="size-5" aria-hidden="true" />
        {t(isAdmin ? 'back' : 'backToReports')}
      </Link>
    </Button>
  );
}

function Person({ person }: { person: EmployeeDetails }) {
  const { t } = useTranslation(['person', 'employees', 'common']);
  const { formatDate } = useCompanyTime();
  const { account, employment } = person;
  const isManaged =
    useReach('recordIllToday') === 'locations' &&
    person.role === 'employee' &&
    person.isActive &&
    !person.deletedAt;
  const facts = [
    account && t(`common:roles.${account.employee.isOwner ? 'owner' : account.employee.role}`),
    employment?.position,
    employment?.employedFrom && t('employedFrom', { date: formatDate(employment.employedFrom) }),
    employment?.employedTo && t('employedTo', { date: formatDate(employment.employedTo) }),
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-6">
      <BackLink />
      <PageHeader
        title={
          <span className="wrap-anywhere">
            {fullName({ ...person, nameTag: account ? null : person.nameTag })}
          </span>
        }
        subtitle={facts.join(' · ')}
        actions={
          (person.deletedAt || !person.isActive) && (
            <Badge tone="attention" icon={<UserX aria-hidden="true" />}>
              {person.deletedAt ? t('deleted', { date: formatDate(person.deletedAt) }) : t('common:inactive')}
            </Badge>
          )
        }
      />
      <div
        className={clsx('grid items-start gap-6', account && 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}
      >
        <div className="flex min-w-0 flex-col gap-6">
          <Now person={person} />
          {isManaged && <PersonHelp person={person} />}
          <Month person={person} />
          <PersonRecords userId={person.id} />
          <PersonHistory userId={person.id} />
        </div>
        {account && (
          <div className="flex min-w-0 flex-col gap-6">
            <PersonAccount account={account} />
            <PersonMessages messages={account.messages} />
          </div>
        )}
      </div>
    </div>
  );
}

const MINUTE_MS = 60_000;

function Now({ person: { atWork } }: { person: EmployeeDetails }) {
  const { t } = useTranslation(['person', 'common']);
  const { t: tCommon } = useTranslation();
  const { formatDateTime, formatTime, today, timeZone } = useCompanyTime();
  const now = useNow(MINUTE_MS);
  const time = (instant: string) =>
    dateIn(instant, timeZone) === today() ? formatTime(instant) : formatDateTime(instant);
  if (!atWork) {
    return (
      <Card className="p-4">
        <p className="text-ink-muted">{t('now.notAtWork')}</p>
      </Card>
    );
  }
  const { location, checkIn, needsAttention, breakSince } = atWork;
  return (
    <Card tone={needsAttention ? 'attention' : 'working'} className="gap-2 p-4">
      <p className="wrap-anywhere font-semibold text-lg">{t('now.atWork', { location: location.name })}</p>
      <p className="figures">
        {t('now.since', { time: time(checkIn) })}
        {!needsAttention && ` · ${tCommon('hours', { hours: durationText(now - Date.parse(checkIn)) })}`}
      </p>
      {breakSince && (
        <p className="figures flex items-center gap-2">
          <Coffee className="size-5" aria-hidden="true" />
          {t('now.break', { time: time(breakSince) })}
        </p>
      )}
      {needsAttention && <p>{tCommon('missingCheckOut.title')}</p>}
    </Card>
  );
}

function Month({ person }: { person: EmployeeDetails }) {
  const { t } = useTranslation(['person', 'hours']);
  const { today, language } = useCompanyTime();
  const thisMonth = today().slice(0, 7);
  const [asked, setMonth] = useAddressParam('month');
  const month = asked && isDate(`${asked}-01`) && asked <= thisMonth ? asked : thisMonth;
  const result = useQuery(personHoursQuery(month, person.id));
  const { data: holidays = [] } = useQuery(query('listHolidays', { query: { year: month.slice(0, 4) } }));
  const names = new Map(holidays.map(({ date, name }) => [date, name]));
  const { start: startDate, end: endDate } = monthOf(`${month}-01`);
  const period = { startDate, endDate, userId: person.id, measure: 'month' as const };
  return (
    <Card>
      <CardHeader
        title={t('hours')}
        aside={<ExplainHours title={monthText(month, language)} period={period} />}
      />
      <CardBody>
        <MonthCalendar
          month={month}
          onMonth={(next) => setMonth(next === thisMonth ? null : next)}
          lastMonth={thisMonth}
          today={today()}
          hours={result.data ?? null}
          holidays={names}
        >
          {(date) => <DayOfPerson date={date} hours={result.data ?? null} holiday={names.get(date)} />}
        </MonthCalendar>
        <Loaded query={result} skeleton={<Skeleton className="h-11" />}>
          {(hours) =>
            hours?.details && (
              <Disclosure summary={<span className="font-semibold">{t('hours:title')}</span>}>
                <MonthCategories hours={{ ...hours, details: hours.details }} />
              </Disclosure>
            )
          }
        </Loaded>
      </CardBody>
    </Card>
  );
}
