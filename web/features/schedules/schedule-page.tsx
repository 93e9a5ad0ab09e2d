import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, Redo2, Undo2, Wrench } from 'lucide-react';
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { addDays, addMonths, type DatePeriod, datesBetween, isDate, monthOf, weekOf } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { shiftText } from '#domain/schedules.ts';
import { shiftOf } from '#domain/typed-shifts.ts';
import { useDownload } from '#web/call/download.ts';
import { query } from '#web/call/query.ts';
import { ApiError, isUnanswered } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useReach } from '#web/call/user.ts';
import { PlanningLinks } from '#web/entries/planning-links.tsx';
import { useLocationOptions } from '#web/forms/location-options.ts';
import { useAddressParam } from '#web/forms/search-params.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { loadImport } from '#web/importing/use-import.tsx';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { holdReload } from '#web/reload/reload-guard.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { MonthHead, TurnHead } from '#web/time/month-grid.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { DayList } from './day-list.tsx';
import { FirstKinds } from './first-kinds.tsx';
import type { Chosen, GridHandle } from './grid-input.ts';
import { createPlanStore, type PlanStore, type SaveState } from './plan-store.ts';
import type { Day } from './ranges.ts';
import {
  inStretches,
  type Person,
  type Schedule,
  useHolidays,
  useKinds,
  useWarningText,
  type Warning,
} from './schedule-data.ts';
import { ScheduleGrid } from './schedule-grid.tsx';

const loadDay = async () => (await import('./day-dialog.tsx')).DayDialog;
const loadPublish = async () => (await import('./publish-dialog.tsx')).PublishDialog;
const loadCopy = async () => (await import('./tool-dialogs.tsx')).CopyDialog;
const loadFill = async () => (await import('./tool-dialogs.tsx')).FillDialog;
const loadSeen = async () => (await import('./seen-dialog.tsx')).SeenDialog;
const loadKinds = async () => (await import('./kinds-dialog.tsx')).KindsDialog;

const PHONE = '(width < 40rem)';
function onWidthChange(listener: () => void) {
  const media = matchMedia(PHONE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
const useIsPhone = () => useSyncExternalStore(onWidthChange, () => matchMedia(PHONE).matches);

/** A month `yyyy-MM`, a week (of a date), or on a phone a day, which the address keeps. */
function usePeriod() {
  const [param, setParam] = useAddressParam('date');
  const isPhone = useIsPhone();
  const today = useCompanyTime().today();
  const isMonth = param !== null && isDate(`${param}-01`);
  const month = isMonth ? param : today.slice(0, 7);
  const date = param !== null && isDate(param) ? param : undefined;
  const day = date ?? (month === today.slice(0, 7) ? today : `${month}-01`);
  const period: DatePeriod = isPhone || date ? weekOf(day) : monthOf(`${month}-01`);
  return { isPhone, isWeek: date !== undefined, month, day, period, setParam };
}

/** The people’s shifts of a month or a week: planned here and published from here. */
export function Component() {
  const { t } = useTranslation('schedules');
  const { period } = usePeriod();
  const [location, setLocation] = useAddressParam('location');
  const { data: locations = [] } = useLocationOptions();
  const isReadOnly = useReach('setScheduleDays') === undefined;
  const dates = useMemo(
    () => datesBetween({ start: period.start, end: period.end }),
    [period.start, period.end],
  );
  const schedule = useQuery(
    query('getSchedule', {
      query: { startDate: period.start, endDate: period.end, ...(location && { locationId: location }) },
    }),
  );
  const kinds = useQuery(query('listShiftKinds'));
  const { store, retry } = usePlanStore(schedule.data);
  const chosen = useRef<Chosen>({ userIds: [], dates: [] });
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        actions={<Actions store={store} chosen={chosen} schedule={schedule.data} isReadOnly={isReadOnly} />}
      />
      <PlanningLinks />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PeriodSwitch />
        {locations.length > 1 && (
          <Select
            aria-label={t('location')}
            className="sm:w-56!"
            value={location ?? ''}
            emptyLabel={t('allLocations')}
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => setLocation(target.value || null)}
          />
        )}
      </div>
      <Loaded query={joinQueries(schedule, kinds)} skeleton={<Skeleton className="h-96" />}>
        {([data, all]) => {
          if (all.length === 0 && !isReadOnly) return <FirstKinds />;
          if (data.people.length === 0) {
            return (
              <Card>
                <EmptyState icon={<CalendarCheck />} title={t('nobody')} text={t('nobodyText')} />
              </Card>
            );
          }
          return (
            <Planner
              store={store}
              retry={retry}
              dates={dates}
              chosen={chosen}
              schedule={data}
              isReadOnly={isReadOnly}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

/** The store of the page, which outlives the turning of months, filled with what the server answers. */
function usePlanStore(schedule: Schedule | undefined) {
  const { t } = useTranslation(['schedules', 'common', 'errors']);
  const { toast } = useToast();
  const { formatDate, timeZone } = useCompanyTime();
  const { mutateAsync } = useCall('setScheduleDays', { handlesErrors: true });
  const names = useRef(new Map<string, string>());
  const { isPhone: _, period } = usePeriod();
  const nameOf = (userId: string) => names.current.get(userId) ?? '';
  const tell = (title: string, description: string) => toast({ title, description, tone: 'destructive' });
  const [store] = useState(() =>
    createPlanStore({
      timeZone,
      save: (days, ifVersion) =>
        mutateAsync({
          body: { days: days.map(({ shifts, ...day }) => ({ ...day, shifts: [...shifts] })), ifVersion },
        }),
      isConflict: (error) => error instanceof ApiError && error.code === 'schedule_changed',
      onConflict: (days) => {
        const list = days.slice(0, 3).map(({ userId, date }) => `${nameOf(userId)}, ${formatDate(date)}`);
        tell(t('conflict.title'), t('conflict.text', { count: days.length, days: list.join('; ') }));
      },
      onOverlap: (userId, shifts) => {
        const [first = '', second = ''] = shifts.map((each) => `${formatDate(each.date)} ${shiftText(each)}`);
        tell(t('notSaved'), t('errors:schedule_overlaps', { name: nameOf(userId), first, second }));
      },
      onRefused: (error) => {
        tell(t('notSaved'), error instanceof ApiError ? error.message : t('common:unexpectedError'));
        if (isUnanswered(error)) addEventListener('online', () => void store.flush(), { once: true });
      },
    }),
  );
  useLayoutEffect(() => {
    if (!schedule) return;
    for (const { user } of schedule.people) names.current.set(user.id, fullName(user));
    store.load(schedule, datesBetween({ start: period.start, end: period.end }));
  }, [schedule, store, period.start, period.end]);
  const isUnsaved = useSyncExternalStore(store.subscribe, () => !store.status().startsWith('saved'));
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    const release = holdReload();
    return () => {
      removeEventListener('beforeunload', ask);
      release();
    };
  }, [isUnsaved]);
  // Another month, and another page: what was typed is on its way before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the period changes.
  useEffect(() => () => void store.flush(), [store, period.start, period.end]);
  return { store, retry: () => void store.flush() };
}

function PeriodSwitch() {
  const { t } = useTranslation('schedules');
  const { formatDate, formatLongDate } = useCompanyTime();
  const { isPhone, isWeek, month, day, period, setParam } = usePeriod();
  if (isPhone) {
    return (
      <div className="w-full">
        <TurnHead
          title={formatLongDate(day)}
          previousLabel={t('previousDay')}
          nextLabel={t('nextDay')}
          onTurn={(by) => setParam(addDays(day, by))}
        />
      </div>
    );
  }
  return (
    <>
      <div className="w-80 max-w-full">
        {isWeek ? (
          <TurnHead
            title={`${formatDate(period.start)} – ${formatDate(period.end)}`}
            previousLabel={t('previousWeek')}
            nextLabel={t('nextWeek')}
            onTurn={(by) => setParam(addDays(period.start, 7 * by))}
          />
        ) : (
          <MonthHead month={month} onTurn={(by) => setParam(addMonths(month, by))} />
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons are no form. */}
      <div role="group" aria-label={t('view')} className="flex gap-1">
        <Button
          variant="secondary"
          size="small"
          aria-pressed={!isWeek}
          onClick={() => setParam(day.slice(0, 7))}
        >
          {t('month')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-pressed={isWeek}
          onClick={() => setParam(weekOf(day).start)}
        >
          {t('week')}
        </Button>
      </div>
    </>
  );
}

type ActionsProps = {
  store: PlanStore;
  chosen: RefObject<Chosen>;
  schedule: Schedule | undefined;
  isReadOnly: boolean;
};

function Actions({ store, chosen, schedule, isReadOnly }: ActionsProps) {
  const { t } = useTranslation('schedules');
  const { month, day, isPhone, isWeek, period } = usePeriod();
  const [location] = useAddressParam('location');
  const shownMonth = isWeek || isPhone ? day.slice(0, 7) : month;
  const download = useDownload();
  const files = useLazyDialog(loadImport);
  const save = (format: 'pdf' | 'xlsx') =>
    download.mutate({
      name: 'getScheduleFile',
      query: {
        format,
        month: shownMonth,
        ...(location && { locationId: location }),
      },
    });
  const publish = useLazyDialog(loadPublish);
  const copy = useLazyDialog(loadCopy);
  const fill = useLazyDialog(loadFill);
  const seen = useLazyDialog(loadSeen);
  const kinds = useLazyDialog(loadKinds);
  const isSaved = useSyncExternalStore(store.subscribe, () => store.status().startsWith('saved'));
  const people = schedule?.people ?? [];
  // Publishing gives everyone named without shifts days off, so people who were never planned are left out.
  const planned = people.filter(
    ({ isChanged, days, coveredDates }) => isChanged || days.length + coveredDates.length > 0,
  );
  return (
    <>
      <DropdownMenu
        trigger={(props) => (
          <Button
            {...props}
            variant="secondary"
            disabled={!schedule}
            pending={download.isPending}
            icon={<Wrench className="size-5" aria-hidden="true" />}
          >
            {t('tools')}
          </Button>
        )}
      >
        {!isReadOnly && (
          <>
            <MenuItem onSelect={() => copy.open({ period, store })}>{t('copy.open')}</MenuItem>
            <MenuItem onSelect={() => fill.open({ period, people, store, chosen: chosen.current.userIds })}>
              {t('fill.open')}
            </MenuItem>
            <MenuItem
              onSelect={() => void store.flush().then(() => files.open({ kind: { month: shownMonth } }))}
            >
              {t('file.import')}
            </MenuItem>
            <MenuItem onSelect={() => kinds.open({})}>{t('kinds.open')}</MenuItem>
          </>
        )}
        <MenuItem onSelect={() => seen.open({ period })}>{t('seen.open')}</MenuItem>
        <MenuItem onSelect={() => save('pdf')}>{t('file.pdf')}</MenuItem>
        <MenuItem onSelect={() => save('xlsx')}>{t('file.xlsx')}</MenuItem>
      </DropdownMenu>
      {!isReadOnly && (
        <Button
          icon={<CalendarCheck className="size-5" aria-hidden="true" />}
          disabled={!isSaved || (schedule?.changed ?? 0) === 0}
          onClick={() => publish.open({ period, userIds: planned.map(({ user }) => user.id) })}
        >
          {t('publish.open')}
        </Button>
      )}
      {publish.dialog}
      {copy.dialog}
      {fill.dialog}
      {seen.dialog}
      {kinds.dialog}
      {files.dialog}
    </>
  );
}

type PlannerProps = {
  store: PlanStore;
  retry: () => void;
  dates: readonly string[];
  chosen: RefObject<Chosen>;
  schedule: Schedule;
  isReadOnly: boolean;
};

function Planner({ store, retry, dates, chosen, schedule, isReadOnly }: PlannerProps) {
  const { isPhone, day } = usePeriod();
  const { people } = schedule;
  const { active, byId } = useKinds();
  const holidays = useHolidays(dates);
  const dialog = useLazyDialog(loadDay);
  const [brush, setBrush] = useState<Day>();
  const handle = useRef<GridHandle>(null);
  const warnings = useMemo(() => Map.groupBy(schedule.warnings, ({ userId }) => userId), [schedule.warnings]);
  const open = (person: Person, date: string) => {
    if (isReadOnly) return;
    const shifts = store.read(person.user.id, date);
    dialog.open({
      person,
      date,
      shifts,
      onSave: (day) => store.change([{ userId: person.user.id, date, shifts: day }]),
    });
  };
  const shared = { people, holidays, warnings, byId, store, isReadOnly, onOpen: open };
  return (
    <>
      {!isReadOnly && (
        <Toolbar
          store={store}
          retry={retry}
          brush={brush}
          setBrush={setBrush}
          active={active}
          isPhone={isPhone}
          changed={schedule.changed}
        />
      )}
      {isPhone ? (
        <DayList {...shared} date={day} />
      ) : (
        <ScheduleGrid
          {...shared}
          dates={dates}
          active={active}
          brush={brush}
          chosen={chosen}
          handle={handle}
        />
      )}
      <Warnings
        people={people}
        warnings={schedule.warnings.filter(({ date }) => !isPhone || date === day)}
        onGo={(userId, date) => {
          const person = isPhone && people.find(({ user }) => user.id === userId);
          if (person) open(person, date);
          else handle.current?.goTo(userId, date);
        }}
      />
      {dialog.dialog}
    </>
  );
}

type ToolbarProps = {
  store: PlanStore;
  retry: () => void;
  brush: Day | undefined;
  setBrush: (brush: Day | undefined) => void;
  active: ReturnType<typeof useKinds>['active'];
  isPhone: boolean;
  changed: number;
};

function Toolbar({ store, retry, brush, setBrush, active, isPhone, changed }: ToolbarProps) {
  const { t } = useTranslation(['schedules', 'common']);
  const status = useSyncExternalStore(store.subscribe, store.status);
  const [state, canUndo, canRedo] = status.split(' ') as [SaveState, string, string];
  const brushes = [
    { id: 'none', day: undefined, label: t('choose'), hint: t('chooseHint') },
    ...active.map((kind) => ({
      id: kind.id,
      day: [shiftOf(kind)],
      label: `${kind.code} · ${kind.name}`,
      hint: shiftText(kind),
    })),
    { id: 'off', day: [], label: t('dayOff'), hint: t('dayOffHint') },
  ];
  const idOf = (day: Day | undefined) => (day ? (day[0]?.kindId ?? 'off') : 'none');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {!isPhone && (
        // biome-ignore lint/a11y/useSemanticElements: buttons that choose a tool are no form.
        <div role="group" aria-label={t('paint')} className="flex flex-wrap gap-1">
          {brushes.map(({ id, day, label, hint }) => (
            <Button
              key={id}
              variant="secondary"
              size="small"
              title={hint}
              aria-pressed={idOf(brush) === id}
              onClick={() => setBrush(day)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <div className="ml-auto flex items-center gap-1">
        <p role="status" className="mr-2 min-w-0 text-ink-muted text-sm">
          {t(`state.${state}`)}
          {state === 'saved' && changed > 0 && ` · ${t('changed', { count: changed })}`}
        </p>
        {state === 'failed' && (
          <Button variant="secondary" size="small" onClick={retry}>
            {t('common:retry')}
          </Button>
        )}
        <IconButton size="small" label={t('undo')} disabled={canUndo === 'false'} onClick={store.undo}>
          <Undo2 className="size-5" aria-hidden="true" />
        </IconButton>
        <IconButton size="small" label={t('redo')} disabled={canRedo === 'false'} onClick={store.redo}>
          <Redo2 className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

type WarningsProps = {
  people: readonly Person[];
  warnings: readonly Warning[];
  onGo: (userId: string, date: string) => void;
};

/** All warnings in words; each leads to its cell. They block nothing. */
function Warnings({ people, warnings, onGo }: WarningsProps) {
  const { t } = useTranslation('schedules');
  const { formatDate } = useCompanyTime();
  const warningText = useWarningText();
  if (warnings.length === 0) return null;
  const names = new Map(people.map(({ user }) => [user.id, fullName(user)]));
  const places = new Map(people.map(({ user }, index) => [user.id, index]));
  const stretches = inStretches(
    warnings.toSorted((a, b) => (places.get(a.userId) ?? 0) - (places.get(b.userId) ?? 0)),
  );
  return (
    <Disclosure title={t('warnings.count', { count: stretches.length })} isLazy>
      <ul className="flex w-full max-w-prose flex-col">
        {stretches.map((warning) => (
          <li key={`${warning.userId} ${warning.date} ${warning.kind}`}>
            <button
              type="button"
              onClick={() => onGo(warning.userId, warning.date)}
              className="figures min-h-11 w-full rounded-sm px-2 py-1.5 text-left hover:bg-sunken"
            >
              <span className="font-semibold">
                {names.get(warning.userId)}, {formatDate(warning.date)}
                {warning.until > warning.date && ` – ${formatDate(warning.until)}`}
              </span>
              <span className="block text-sm">{warningText(warning)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
