import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, Check, ChevronRight, ListRestart, Printer } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { DashboardLocation } from '#contract/dashboard.ts';
import { byFullName, fullName } from '#domain/names.ts';
import { shiftText } from '#domain/schedules.ts';
import { query } from '#web/call/query.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { ageText } from '#web/time/age.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Paper } from '#web/ui/paper.tsx';
import { Select } from '#web/ui/select.tsx';
import { useAlwaysLight } from '#web/ui/theme.ts';
import { type ExpectedShift, useExpected } from './expected.ts';
import { useRollCall } from './roll-call-ticks.ts';

const REDRAW_MS = 15_000;
/** Polled every 30 s; a list older than this has missed more than one response. */
const STALE_AFTER_MS = 90_000;

type Person = DashboardLocation['activeEmployees'][number];

/** Who is on site now, to be ticked off outdoors: black on white, large, usable offline and on paper. */
export function Component() {
  const { t } = useTranslation(['roll-call', 'common']);
  const pathTo = usePathTo();
  const { company } = useUser();
  const now = useNow(REDRAW_MS);
  const result = useQuery(query('getDashboardLocations'));
  const [chosenId, setChosenId] = useAddressParam('location');
  const [isAsking, setIsAsking] = useState(false);
  const rollCall = useRollCall(company.id, now);
  useAlwaysLight();
  const { data: schedule } = useExpected();
  const locations = result.data ?? [];
  const isHere = new Set(
    locations.flatMap((location) => location.activeEmployees.map(({ userId }) => userId)),
  );
  const plannedAt = (locationId: string | null) =>
    (schedule?.locations ?? [])
      .filter(({ location }) => (location?.id ?? null) === locationId)
      .flatMap(({ shifts }) => shifts)
      .filter(
        ({ user, state, cameAt, startsAt, endsAt }) =>
          cameAt === null &&
          state !== 'absent' &&
          !isHere.has(user.id) &&
          Date.parse(startsAt) <= now &&
          now < Date.parse(endsAt),
      );
  const shown = locations.filter(({ id, activeEmployees }) =>
    chosenId ? id === chosenId : activeEmployees.length + plannedAt(id).length > 0,
  );
  const plannedAnywhere = chosenId ? [] : plannedAt(null);
  const people = shown.flatMap(({ activeEmployees }) => activeEmployees);
  // People with a missing check-out have probably gone home: nobody should run back into a burning building for them.
  const expected = people.filter(({ needsAttention }) => !needsAttention);
  const tickedCount = expected.filter(({ id }) => rollCall.isTicked(id)).length;

  return (
    <div className="min-h-dvh bg-white pb-8 text-black print:pb-0">
      <Paper margin="15mm" />
      <header className="mx-auto flex w-full max-w-3xl flex-wrap gap-2 px-4 py-4 print:hidden">
        <Button asChild variant="secondary" size="large" className="mr-auto">
          <Link to={pathTo('dashboard')}>
            <ArrowLeft className="size-6" aria-hidden="true" />
            {t('back')}
          </Link>
        </Button>
        <Button
          variant="secondary"
          size="large"
          icon={<Printer className="size-6" aria-hidden="true" />}
          onClick={() => print()}
        >
          {t('print')}
        </Button>
      </header>
      <main
        id="main"
        className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 print:max-w-none print:px-0"
      >
        <div>
          <h1 tabIndex={-1} className="font-bold text-3xl leading-tight tracking-tight">
            {t('title')}
          </h1>
          <p className="text-lg">{company.name}</p>
        </div>
        <Loaded query={result} withAge={false}>
          {() => (
            <>
              <AsOf dataUpdatedAt={result.dataUpdatedAt} now={now} />
              <Counts ticked={tickedCount} missing={expected.length - tickedCount} />
              <Select
                aria-label={t('location')}
                value={chosenId ?? ''}
                onChange={({ target }) => setChosenId(target.value || null)}
                className="print:hidden"
                emptyLabel={t('everywhere')}
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              />
              {people.length === 0 && <p className="py-6 font-semibold text-xl">{t('nobody')}</p>}
              {shown.map(({ id, name, activeEmployees }) => (
                <LocationList
                  key={id}
                  name={name}
                  people={activeEmployees}
                  planned={plannedAt(id)}
                  rollCall={rollCall}
                />
              ))}
              {plannedAnywhere.length > 0 && (
                <LocationList
                  name={t('anywhere')}
                  people={[]}
                  planned={plannedAnywhere}
                  rollCall={rollCall}
                />
              )}
              <Button
                variant="secondary"
                size="large"
                className="print:hidden"
                icon={<ListRestart className="size-6" aria-hidden="true" />}
                onClick={() => setIsAsking(true)}
              >
                {t('again.open')}
              </Button>
            </>
          )}
        </Loaded>
      </main>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('again.title')}
        description={t('again.text')}
        confirmLabel={t('again.confirm')}
        cancelLabel={t('common:cancel')}
        variant="primary"
        onConfirm={() => {
          rollCall.startAgain();
          setIsAsking(false);
        }}
      />
    </div>
  );
}

/** The age of the list, highlighted when it can no longer be refreshed. */
function AsOf({ dataUpdatedAt, now }: { dataUpdatedAt: number; now: number }) {
  const { t } = useTranslation('roll-call');
  const { timeZone, formatDateTime, language } = useCompanyTime();
  // The query knows only the device's clock.
  const ageMs = Math.max(0, Date.now() - dataUpdatedAt);
  const at = now - ageMs;
  const values = { time: formatDateTime(at), age: ageText(at, now, timeZone, language) };
  const isStale = ageMs > STALE_AFTER_MS;
  return (
    <p
      role="status"
      className={clsx('figures text-lg', isStale && 'border-4 border-black px-3 py-2 font-bold')}
    >
      {t(isStale ? 'asOfStale' : 'asOf', values)}
    </p>
  );
}

function Counts({ ticked, missing }: { ticked: number; missing: number }) {
  const { t } = useTranslation('roll-call');
  const { formatCount } = useBoardFormat();
  const counts = [
    { label: t('missing'), count: missing, look: missing > 0 ? 'bg-black text-white' : '' },
    { label: t('ticked'), count: ticked, look: '' },
  ];
  return (
    <dl
      aria-live="polite"
      className="sticky top-0 z-10 grid grid-cols-2 border-4 border-black bg-white print:hidden"
    >
      {counts.map(({ label, count, look }) => (
        <div key={label} className={clsx('flex flex-col items-center px-2 py-3', look)}>
          <dt className="font-semibold text-lg">{label}</dt>
          <dd className="figures font-bold text-6xl leading-none">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

type LocationListProps = {
  name: string;
  people: readonly Person[];
  planned: readonly ExpectedShift[];
  rollCall: Pick<ReturnType<typeof useRollCall>, 'isTicked' | 'toggle'>;
};

function LocationList({ name, people, planned, rollCall }: LocationListProps) {
  const { t } = useTranslation('roll-call');
  const { formatCount, formatMoment } = useBoardFormat();
  const order = byFullName(useLanguage());
  const lineOf = ({ id, userId, user, checkIn }: Person): Line => ({
    id,
    userId,
    user,
    fact: t('since', { time: formatMoment(checkIn) }),
  });
  const present = people.filter(({ needsAttention }) => !needsAttention).map(lineOf);
  const groups = [
    { title: null, lines: present },
    {
      title: t('uncertain'),
      lines: people.filter(({ needsAttention }) => needsAttention).map(lineOf),
    },
    {
      title: t('planned'),
      lines: planned.map(({ user, startsAt, ...shift }) => ({
        id: `${user.id} ${startsAt}`,
        userId: user.id,
        user,
        fact: t('shift', { times: shiftText(shift) }),
      })),
    },
  ];
  return (
    <section aria-label={name} className="break-inside-avoid-page">
      <h2 className="border-black border-b-4 pb-1 font-bold text-2xl">
        {name} <span className="figures font-normal">({formatCount(present.length)})</span>
      </h2>
      {groups.map(
        ({ title, lines }) =>
          lines.length > 0 && (
            <Fragment key={title}>
              {title && <h3 className="pt-3 font-bold text-lg">{title}</h3>}
              <ul aria-label={title ?? undefined}>
                {lines
                  .toSorted((a, b) => order(a.user, b.user))
                  .map((line) => (
                    <PersonLine key={line.id} line={line} rollCall={rollCall} />
                  ))}
              </ul>
            </Fragment>
          ),
      )}
    </section>
  );
}

/** `fact`: since when the person is here, or their shift. */
type Line = { id: string; userId: string; user: Person['user']; fact: string };
type PersonLineProps = { line: Line; rollCall: LocationListProps['rollCall'] };

function PersonLine({ line: { id, userId, user, fact }, rollCall }: PersonLineProps) {
  const { t } = useTranslation('roll-call');
  const pathTo = usePathTo();
  const isTicked = rollCall.isTicked(id);
  return (
    <li className="flex break-inside-avoid items-center gap-2 border-black border-b">
      <label className="flex min-h-18 min-w-0 flex-1 cursor-pointer items-center gap-4 py-2 print:min-h-0 print:py-1.5">
        <input
          type="checkbox"
          className="peer sr-only"
          checked={isTicked}
          onChange={() => rollCall.toggle(id)}
        />
        <span
          aria-hidden="true"
          className={clsx(
            'grid size-11 shrink-0 place-items-center border-4 border-black print:size-6 print:border-2',
            'peer-focus-visible:outline-4 peer-focus-visible:outline-black peer-focus-visible:outline-offset-2',
            isTicked && 'bg-black text-white print:bg-white print:text-black',
          )}
        >
          {isTicked && <Check className="size-8 stroke-3 print:size-5" />}
        </span>
        <span className="min-w-0 flex-1">
          <span className={clsx('block font-bold text-xl leading-snug', isTicked && 'line-through')}>
            {fullName(user)}
          </span>
          <span className="figures block">{fact}</span>
        </span>
      </label>
      {/* Apart from the name, which is ticked by a tap. */}
      <Link
        to={pathTo('person', { id: userId })}
        aria-label={t('open', { name: fullName(user) })}
        className="grid size-11 shrink-0 place-items-center print:hidden"
      >
        <ChevronRight className="size-6" aria-hidden="true" />
      </Link>
    </li>
  );
}
