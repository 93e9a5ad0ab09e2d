// biome-ignore-all lint/a11y/useSemanticElements: a table's rows could not be drawn one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid only its cells take the focus.

import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  type CSSProperties,
  memo,
  type RefObject,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ShiftKind } from '#contract/shifts.ts';
import { durationText } from '#domain/apportion.ts';
import { LOCALES } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { readTyped } from '#domain/typed-shifts.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { weekdayDateText } from '#web/time/date-text.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type Chosen, type GridHandle, useCells, useKeys, usePointer, useRange } from './grid-input.ts';
import type { PlanStore } from './plan-store.ts';
import { type Day, dayTexts, isWholeCode, type Point, rectOf } from './ranges.ts';
import { absenceOn, isFree, type Person, useDayText, useWarningText, type Warning } from './schedule-data.ts';

/** From more people on the table has a height of its own, and only the rows in sight are rendered. */
const LONG_LIST = 40;
const ROW_PX = 36;
const NAME_CELL =
  'sticky left-0 z-10 flex items-center border-hairline border-r border-b bg-surface px-2 text-left font-semibold';
const SUM_CELL =
  'figures flex items-center justify-end border-hairline border-b bg-surface px-1 text-xs xl:sticky xl:z-10';
/** Planned, norm and difference keep their places on a wide screen. */
const SUM_PLACES = ['border-l xl:right-[6.5rem]', 'xl:right-[3.25rem]', 'xl:right-0'] as const;

type ScheduleGridProps = {
  people: readonly Person[];
  dates: readonly string[];
  holidays: ReadonlyMap<string, string>;
  warnings: ReadonlyMap<string, Warning[]>;
  active: readonly ShiftKind[];
  byId: ReadonlyMap<string, ShiftKind>;
  store: PlanStore;
  /** What a click or a drag sets; undefined only chooses cells. */
  brush: Day | undefined;
  isReadOnly: boolean;
  chosen: RefObject<Chosen>;
  handle: RefObject<GridHandle | null>;
  onOpen: (person: Person, date: string) => void;
};

/** People by days. The mouse paints and chooses; the keyboard moves, types, copies and undoes. */
export function ScheduleGrid(props: ScheduleGridProps) {
  const { people, dates, holidays, warnings, active, byId, store, brush, isReadOnly } = props;
  const { t } = useTranslation('schedules');
  const { toast } = useToast();
  const frame = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string>();
  const virtualizer = useVirtualizer({
    count: people.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollPaddingStart: ROW_PX * 2,
    scrollPaddingEnd: ROW_PX * 3,
  });
  const items = virtualizer.getVirtualItems();
  const { range, size, choose, focusCell } = useRange({
    people,
    dates,
    frame,
    chosen: props.chosen,
    handle: props.handle,
    scrollToRow: (row) => virtualizer.scrollToIndex(row),
    firstRow: items[0]?.index,
  });
  const { top, bottom, left, right } = rectOf(range);
  const { focus } = range;
  const cells = useCells({ people, dates, store, isReadOnly });
  const input = {
    range,
    size,
    choose,
    cells,
    isReadOnly,
    isTyping: text !== undefined,
    onOpen: ({ row, column }: Point) => {
      const person = people[row];
      if (person) props.onOpen(person, dates[column] ?? '');
    },
  };
  const onKeyDown = useKeys({ ...input, store, onType: () => setText('') });
  const pointer = usePointer({ ...input, brush });
  const commit = (typed: string): boolean => {
    const day = readTyped(typed, active);
    if (!day) {
      toast({ title: t('unreadable', { text: typed }), description: t('howToType'), tone: 'destructive' });
      return false;
    }
    cells.fill(range, day);
    setText(undefined);
    focusCell();
    return true;
  };
  const dayWidth = size.columns > 7 ? '1.875rem' : '4rem';
  const columns = {
    '--columns': `9rem repeat(${size.columns}, minmax(${dayWidth}, 1fr)) repeat(3, 3.25rem)`,
  } as CSSProperties;

  return (
    <div>
      <div
        ref={frame}
        className={clsx(
          'relative scroll-pt-14 scroll-pr-4 scroll-pb-14 scroll-pl-44 overflow-auto rounded-lg border border-hairline bg-surface xl:scroll-pr-44',
          // A short list scrolls with the page.
          people.length > LONG_LIST && 'max-h-[75dvh]',
        )}
      >
        <div
          role="grid"
          aria-label={t('title')}
          aria-rowcount={size.rows + 1}
          aria-colcount={size.columns + 4}
          aria-multiselectable="true"
          aria-readonly={isReadOnly || undefined}
          {...pointer}
          onKeyDown={onKeyDown}
          className="w-max min-w-full select-none text-sm [&_[role=row]]:grid [&_[role=row]]:w-full [&_[role=row]]:grid-cols-(--columns)"
          style={columns}
        >
          <HeadRow dates={dates} holidays={holidays} />
          <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const person = people[index];
              if (!person) return null;
              const isIn = index >= top && index <= bottom;
              return (
                <PersonRow
                  key={person.user.id}
                  person={person}
                  index={index}
                  dates={dates}
                  holidays={holidays}
                  byId={byId}
                  store={store}
                  startPx={start}
                  warnings={warnings.get(person.user.id)}
                  from={isIn ? left : -1}
                  to={isIn ? right : -1}
                  current={index === focus.row ? focus.column : -1}
                  text={index === focus.row ? text : undefined}
                  onText={setText}
                  onCommit={commit}
                  active={active}
                />
              );
            })}
          </div>
          <CountRows people={people} dates={dates} holidays={holidays} active={active} store={store} />
        </div>
      </div>
      <Legend />
    </div>
  );
}

type DaysProps = { dates: readonly string[]; holidays: ReadonlyMap<string, string> };

function HeadRow({ dates, holidays }: DaysProps) {
  const { t } = useTranslation('schedules');
  const language = useLanguage();
  const today = useCompanyTime().today();
  const weekday = (date: string) =>
    new Date(date).toLocaleDateString(LOCALES[language], {
      weekday: dates.length > 7 ? 'narrow' : 'short',
      timeZone: 'UTC',
    });
  return (
    <div role="row" aria-rowindex={1} className="sticky top-0 z-20 bg-surface">
      <div role="columnheader" className={clsx(NAME_CELL, 'z-20!')}>
        {t('person')}
      </div>
      {dates.map((date) => (
        <div
          key={date}
          role="columnheader"
          title={holidays.get(date)}
          className={clsx(
            'figures border-hairline border-b py-1 text-center font-semibold leading-tight',
            isFree(date, holidays) && 'bg-sunken',
            date === today && 'border-b-2 border-b-ink!',
          )}
        >
          <span className="sr-only">
            {weekdayDateText(date, language)} {holidays.get(date)}
          </span>
          <span aria-hidden="true" className="block font-normal text-ink-muted text-xs">
            {weekday(date)}
          </span>
          <span aria-hidden="true" className={clsx(holidays.has(date) && 'text-destructive-text')}>
            {Number(date.slice(8))}
          </span>
        </div>
      ))}
      {(['planned', 'norm', 'difference'] as const).map((sum, index) => (
        <div
          key={sum}
          role="columnheader"
          title={t(`sums.${sum}`)}
          className={clsx(SUM_CELL, SUM_PLACES[index])}
        >
          <span className="sr-only">{t(`sums.${sum}`)}</span>
          <span aria-hidden="true" className="font-semibold">
            {t(`sums.short.${sum}`)}
          </span>
        </div>
      ))}
    </div>
  );
}

type PersonRowProps = DaysProps & {
  person: Person;
  index: number;
  startPx: number;
  byId: ReadonlyMap<string, ShiftKind>;
  store: PlanStore;
  warnings: Warning[] | undefined;
  /** The chosen columns; -1 without any. */
  from: number;
  to: number;
  /** The column of the cell that the keyboard is on, or -1. */
  current: number;
  /** What is being typed into that cell. */
  text: string | undefined;
  onText: (text: string | undefined) => void;
  onCommit: (text: string) => boolean;
  active: readonly ShiftKind[];
};

/** What changes with every render of the grid and matters to no row. */
const isSameRow = (one: PersonRowProps, other: PersonRowProps) =>
  (Object.keys(one) as (keyof PersonRowProps)[]).every(
    (key) => key === 'onText' || key === 'onCommit' || Object.is(one[key], other[key]),
  ) && one.text === undefined;

const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, index, startPx, dates, holidays, byId, store, warnings, from, to, current } = props;
  useSyncExternalStore(store.subscribe, () => store.revisionOf(person.user.id));
  const { t } = useTranslation('schedules');
  const language = useLanguage();
  const dayText = useDayText(byId);
  const warningText = useWarningText();
  const name = fullName(person.user);
  const { covered, changed } = useMemo(
    () => ({ covered: new Set(person.coveredDates), changed: new Set(person.changedDates) }),
    [person],
  );
  const days = dates.map((date) => store.read(person.user.id, date));
  const plannedMs = days.reduce((sum, day, at) => sum + store.lengthOf(dates[at] ?? '', day), 0);
  // Who is not planned at all is short of nothing.
  const differenceMs = plannedMs + covered.size > 0 ? plannedMs - person.normMs : null;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute top-0 left-0"
      style={{ transform: `translateY(${startPx}px)`, height: ROW_PX }}
    >
      <div role="rowheader" className={NAME_CELL} title={name}>
        <span className="truncate">{name}</span>
      </div>
      {dates.map((date, column) => {
        const day = days[column] ?? [];
        const absence = absenceOn(person, date);
        const warned = warnings?.filter((each) => each.date === date && each.kind !== 'notice') ?? [];
        const isUnsaved = store.isUnsaved(person.user.id, date);
        const isChanged = changed.has(date);
        const words = [
          `${name}, ${weekdayDateText(date, language)}: ${dayText(day)}`,
          absence && t('absent', { code: absence }),
          holidays.get(date),
          isUnsaved ? t('marks.unsaved') : isChanged && t('marks.changed'),
          !isChanged && !covered.has(date) && t('marks.unpublished'),
          ...warned.map(warningText),
        ].filter(Boolean);
        const isCurrent = column === current;
        return (
          <div
            key={date}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={column >= from && column <= to}
            title={words.slice(1).join('\n') || undefined}
            tabIndex={isCurrent ? 0 : -1}
            data-cell={`${index}:${column}`}
            className={clsx(
              'figures relative grid place-items-center border-hairline border-r border-b text-center font-semibold leading-none -outline-offset-2!',
              column >= from && column <= to ? 'bg-brand-soft' : isFree(date, holidays) && 'bg-sunken',
              !covered.has(date) && !isChanged && day.length === 0 && 'text-ink-muted',
            )}
          >
            {isCurrent && props.text !== undefined ? (
              <TypedCell {...props} text={props.text} label={`${name}, ${weekdayDateText(date, language)}`} />
            ) : (
              <CellContent
                words={words.join('; ')}
                texts={dayTexts(day, byId)}
                absence={absence}
                isWarned={warned.length > 0}
                isUnsaved={isUnsaved}
                isChanged={isChanged}
                isWide={dates.length <= 7}
              />
            )}
          </div>
        );
      })}
      {[plannedMs, person.normMs, differenceMs].map((ms, at) => (
        <div
          key={SUM_PLACES[at]}
          role="gridcell"
          className={clsx(
            SUM_CELL,
            SUM_PLACES[at],
            at === 0 && 'font-semibold',
            at === 2 && ms && 'text-attention-text',
          )}
        >
          {ms !== null && `${at === 2 && ms !== 0 ? (ms > 0 ? '+' : '−') : ''}${durationText(Math.abs(ms))}`}
        </div>
      ))}
    </div>
  );
}, isSameRow);

type CellContentProps = {
  words: string;
  texts: string[];
  absence: string | undefined;
  isWarned: boolean;
  isUnsaved: boolean;
  isChanged: boolean;
  isWide: boolean;
};

function CellContent({ words, texts, absence, isWarned, isUnsaved, isChanged, isWide }: CellContentProps) {
  return (
    <>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" className="contents">
        <span className={clsx('flex flex-col items-center', texts.length > 1 && 'text-xs')}>
          {texts.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shifts of a day have no other name.
            <span key={index} className={clsx(text.includes('–') && !isWide && 'text-[0.6875rem]')}>
              {isWide ? text : <Times text={text} isOnly={texts.length === 1} />}
            </span>
          ))}
          {absence && <AbsenceMark code={absence} isSmall={texts.length > 0} />}
        </span>
        {isChanged && <span className={clsx(CHANGED, 'absolute top-0 left-0')} />}
        {isWarned && <span className={clsx(WARNED, 'absolute top-0 right-0')} />}
        {isUnsaved && <span className={clsx(UNSAVED, 'absolute right-0.5 bottom-0.5')} />}
      </span>
    </>
  );
}

const CHANGED = 'size-2 bg-ink [clip-path:polygon(0_0,100%_0,0_100%)]';
const WARNED = 'size-2.5 bg-attention [clip-path:polygon(0_0,100%_0,100%_100%)]';
const UNSAVED = 'size-1.5 rounded-full border border-ink bg-surface';

const AbsenceMark = ({ code, isSmall = false }: { code: string; isSmall?: boolean }) => (
  <span
    className={clsx(
      'rounded-sm border border-edge border-dashed px-0.5 font-normal text-ink-muted',
      isSmall ? 'text-[0.625rem]' : 'text-xs',
    )}
  >
    {code}
  </span>
);

/** What the marks in the cells mean. */
function Legend() {
  const { t } = useTranslation('schedules');
  const marks = [
    { id: 'changed', mark: <span className={CHANGED} /> },
    { id: 'warning', mark: <span className={WARNED} /> },
    { id: 'unsaved', mark: <span className={UNSAVED} /> },
    { id: 'absence', mark: <AbsenceMark code="A" /> },
  ] as const;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-muted text-sm">
      {marks.map(({ id, mark }) => (
        <li key={id} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className="grid size-5 place-items-center rounded-sm border border-hairline bg-surface"
          >
            {mark}
          </span>
          {t(`marks.${id}`)}
        </li>
      ))}
    </ul>
  );
}

/** Times of a narrow cell, one above the other; of several shifts the beginnings. */
function Times({ text, isOnly }: { text: string; isOnly: boolean }) {
  // A narrow cell: "8" and "12" for 08:00–12:00.
  const [starts, ends] = text.split('–').map((time) => time.replace(/^0(?=\d)/, '').replace(/:00$/, ''));
  if (ends === undefined || !isOnly) return starts;
  return (
    <>
      <span className="block">{starts}</span>
      <span className="block">{ends}</span>
    </>
  );
}

type TypedCellProps = Pick<PersonRowProps, 'onText' | 'onCommit' | 'active'> & {
  text: string;
  label: string;
};

/** The field in a cell while a code or times are typed. Enter and leaving it set them, Escape discards. */
function TypedCell({ text, label, onText, onCommit, active }: TypedCellProps) {
  const isSettled = useRef(false);
  const settle = (typed: string) => {
    // Before, because the field loses the focus when the cell has been set.
    isSettled.current = true;
    isSettled.current = onCommit(typed);
  };
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label={label}
      autoComplete="off"
      value={text}
      onChange={({ target }) =>
        isWholeCode(target.value, active) ? settle(target.value) : onText(target.value)
      }
      onBlur={() => {
        if (!isSettled.current && !(text !== '' && onCommit(text))) onText(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(text);
        if (event.key === 'Escape') {
          isSettled.current = true;
          event.currentTarget.closest<HTMLElement>('[role=gridcell]')?.focus();
          onText(undefined);
        }
      }}
      className="absolute top-0 left-0 z-30 h-9 w-32 rounded-sm border border-ink bg-surface px-2 text-base text-ink"
    />
  );
}

/** The sum of a day stays in sight, its kinds follow the people. */
const SUM_GROUPS = ['all', 'kinds'];

type CountRowsProps = DaysProps & Pick<ScheduleGridProps, 'people' | 'active' | 'store'>;

/** How many are planned each day, in all and by kind. Behind the painting, so that it does not slow it. */
function CountRows({ people, dates, holidays, active, store }: CountRowsProps) {
  const { t } = useTranslation('schedules');
  const revision = useDeferredValue(useSyncExternalStore(store.subscribe, store.revision));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store's days change with its revision.
  const rows = useMemo(() => {
    const count = (isCounted: (day: Day) => boolean) =>
      dates.map((date) => people.filter(({ user }) => isCounted(store.read(user.id, date))).length);
    const all = { id: 'all', name: t('plannedPeople'), counts: count((day) => day.length > 0) };
    const kinds = active.map(({ id, code, name }) => ({
      id,
      name: `${code} · ${name}`,
      counts: count((day) => day.some(({ kindId }) => kindId === id)),
    }));
    return [[all], kinds.filter(({ counts }) => counts.some((each) => each > 0))];
  }, [people, dates, active, store, revision, t]);
  return rows.map((group, at) => (
    <div
      key={SUM_GROUPS[at]}
      role="rowgroup"
      className={clsx('bg-surface', at === 0 && 'sticky bottom-0 z-20')}
    >
      {group.map(({ id, name, counts }) => (
        <div key={id} role="row" className="bg-sunken">
          <div
            role="rowheader"
            title={name}
            className={clsx(NAME_CELL, 'bg-sunken! h-7 border-b-0! text-xs', id !== 'all' && 'font-normal!')}
          >
            <span className="truncate">{name}</span>
          </div>
          {counts.map((each, index) => (
            <div
              key={dates[index]}
              role="gridcell"
              className={clsx(
                'figures grid place-items-center text-xs',
                id === 'all' && 'font-semibold',
                isFree(dates[index] ?? '', holidays) && 'text-ink-muted',
              )}
            >
              {each > 0 && each}
            </div>
          ))}
          {SUM_PLACES.map((place) => (
            <div
              key={place}
              role="gridcell"
              className={clsx('xl:sticky xl:z-10 bg-sunken', place, 'border-hairline')}
            />
          ))}
        </div>
      ))}
    </div>
  ));
}
