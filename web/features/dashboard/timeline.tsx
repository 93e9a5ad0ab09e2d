// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements for groups and lists.
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: shapes of a drawing are not focusable.
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: groups of a drawing are not interactive.

import { useQuery } from '@tanstack/react-query';
import { scaleLinear } from 'd3-scale';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Timeline as TimelineData } from '#contract/dashboard.ts';
import { fullName } from '#domain/names.ts';
import { shiftText } from '#domain/schedules.ts';
import { query } from '#web/call/query.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useWidth } from '#web/charts/use-width.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { type Expected, type ExpectedShift, useExpected } from './expected.ts';

type Entry = TimelineData['locations'][number]['entries'][number];
/** A person's line at a location. */
type Row = { user: Entry['user']; entries: Entry[]; planned: ExpectedShift[] };
type Location = TimelineData['locations'][number] & { rows: Row[] };
type Day = Omit<TimelineData, 'locations'> & { locations: Location[] };
type Look = 'working' | 'ended' | 'forgotten' | 'late' | 'estimated';

const HOUR_MS = 3_600_000;
/** The day is drawn from the first check-in to the last check-out, and at least this long. */
const LEAST_HOURS = 8;
const REDRAW_MS = 30_000;
const AXIS = 32;
const LETTER = 7.5;
/** How far the outline of a planned shift stands around a bar. */
const OUTLINE = 3;
const WIDE = { from: 640, label: 200, row: 32, barTop: 6, barHeight: 20, textY: 21 };
const NARROW = { label: 0, row: 48, barTop: 24, barHeight: 16, textY: 17 };

/** What matters most about an entry: each has a pattern of its own beside its colour. */
function lookOf({ needsAttention, isEstimated, isLate, checkOut }: Entry): Look {
  if (needsAttention) return 'forgotten';
  if (isEstimated) return 'estimated';
  if (isLate) return 'late';
  return checkOut ? 'ended' : 'working';
}

/**
 * Who was at the location, by check-in, and then who should be by a published shift that has begun. A shift that names no
 * location is at whichever its person came to.
 */
function rowsOf(
  { id, entries }: TimelineData['locations'][number],
  expected: Expected | undefined,
  now: string,
): Row[] {
  const rows = new Map<string, Row>();
  for (const entry of entries) {
    const row = rows.get(entry.user.id);
    if (row) row.entries.push(entry);
    else rows.set(entry.user.id, { user: entry.user, entries: [entry], planned: [] });
  }
  for (const { location, shifts } of expected?.locations ?? []) {
    for (const shift of shifts) {
      const row = rows.get(shift.user.id);
      if (shift.state === 'absent' || (location ? location.id !== id : !row)) continue;
      if (row) row.planned.push(shift);
      else if (shift.startsAt <= now)
        rows.set(shift.user.id, { user: shift.user, entries: [], planned: [shift] });
    }
  }
  return [...rows.values()];
}

/** Today at each location: who, from when to when, with breaks, planned shifts and the present moment. */
export function Timeline() {
  const { t } = useTranslation('dashboard-figures');
  const pathTo = usePathTo();
  const result = useQuery(query('getTimeline', { query: {} }));
  const { data: expected } = useExpected();
  const id = useId();
  return (
    <section aria-labelledby={`${id}title`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={`${id}title`} className="font-semibold text-xl">
          {t('timeline.title')}
        </h2>
        <TextLink asChild className="inline-flex min-h-11 items-center print:hidden">
          <Link to={pathTo('board')}>{t('timeline.wall')}</Link>
        </TextLink>
      </div>
      <Loaded
        query={result}
        failedTitle={t('timeline.failed')}
        skeleton={<Skeleton className="h-64 rounded-lg!" />}
      >
        {(timeline) => {
          const busy = timeline.locations
            .map((location) => ({ ...location, rows: rowsOf(location, expected, timeline.now) }))
            .filter(({ rows }) => rows.length > 0);
          const day = { ...timeline, locations: busy };
          const looks = new Set(busy.flatMap(({ entries }) => entries.map(lookOf)));
          const hasPlan = busy.some(({ rows }) => rows.some(({ planned }) => planned.length > 0));
          if (busy.length === 0) return <p className="text-ink-muted">{t('timeline.empty')}</p>;
          return (
            <>
              <svg width="0" height="0" className="absolute" aria-hidden="true">
                <defs>
                  {(['forgotten', 'late', 'estimated'] as const).map((look) => (
                    <LookPattern key={look} id={`${id}${look}`} look={look} />
                  ))}
                </defs>
              </svg>
              <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
                {(['working', 'ended', 'forgotten', 'late', 'estimated'] as const)
                  .filter((look) => looks.has(look))
                  .map((look) => (
                    <li key={look} className="flex items-center gap-2">
                      <svg viewBox="0 0 24 16" className="h-4 w-6 shrink-0" aria-hidden="true">
                        <Bar look={look} id={id} x={1} y={1} width={22} height={14} />
                      </svg>
                      {t(`timeline.looks.${look}`)}
                    </li>
                  ))}
                {hasPlan && (
                  <li className="flex items-center gap-2">
                    <svg viewBox="0 0 24 16" className="h-4 w-6 shrink-0" aria-hidden="true">
                      <Outline x={1} y={1} width={22} height={14} />
                    </svg>
                    {t('timeline.looks.planned')}
                  </li>
                )}
              </ul>
              {busy.map((location) => (
                <Card key={location.id} className="break-inside-avoid">
                  <CardHeader as="h3" title={location.name} />
                  <CardBody>
                    <Drawing timeline={day} location={location} id={id} />
                  </CardBody>
                </Card>
              ))}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

type DrawingProps = { timeline: Day; location: Location; id: string };

function Drawing({ timeline, location, id }: DrawingProps) {
  const { t } = useTranslation('dashboard-figures');
  const { formatTime } = useCompanyTime();
  const { frame, width } = useWidth<HTMLDivElement>();
  const now = Math.max(useNow(REDRAW_MS), Date.parse(timeline.now));
  const { from, to } = spanOf(timeline, now);
  const size = width >= WIDE.from ? WIDE : NARROW;
  const x = scaleLinear()
    .domain([from, to])
    .range([size.label, width - 1])
    .clamp(true);
  const { rows } = location;
  const height = AXIS + rows.length * size.row;
  const hourWidth = x(from + HOUR_MS) - x(from);
  // As many hours as there is room for.
  const every = [1, 2, 3, 4, 6].find((hours) => hourWidth * hours >= 44) ?? 6;
  const hours = Array.from(
    { length: Math.round((to - from) / HOUR_MS) + 1 },
    (_, hour) => from + hour * HOUR_MS,
  );
  const letters = Math.floor((size.label || width) / LETTER);
  // An open entry grows until the next answer.
  const endOf = (entry: Entry) => (entry.checkOut || entry.needsAttention ? Date.parse(entry.to) : now);
  const describe = (entry: Entry) => {
    const end = entry.checkOut
      ? formatTime(entry.checkOut)
      : t(entry.needsAttention ? 'timeline.unknown' : 'timeline.now');
    const breaks = entry.breaks.map(({ startedAt, endedAt }) =>
      t('timeline.break', {
        from: formatTime(startedAt),
        to: endedAt ? formatTime(endedAt) : t('timeline.now'),
      }),
    );
    return [`${formatTime(entry.checkIn)}–${end}`, t(`timeline.looks.${lookOf(entry)}`), ...breaks].join(
      ', ',
    );
  };
  const describePlan = (shift: ExpectedShift) => t('timeline.planned', { times: shiftText(shift) });
  return (
    <div ref={frame} className="min-w-0">
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="list"
          aria-label={location.name}
          className="figures block text-sm print:h-auto print:w-full"
        >
          <g aria-hidden="true" className="fill-ink-muted text-xs">
            {hours.map((hour, index) =>
              index % every === 0 && hour < to ? (
                <g key={hour}>
                  <line x1={x(hour)} x2={x(hour)} y1={AXIS - 4} y2={height} className="stroke-hairline" />
                  <text x={x(hour)} y="14" textAnchor={index === 0 ? 'start' : 'middle'}>
                    {formatTime(hour).slice(0, 5)}
                  </text>
                </g>
              ) : null,
            )}
          </g>
          <g aria-hidden="true" data-now={new Date(now).toISOString()}>
            <line x1={x(now)} x2={x(now)} y1={AXIS - 8} y2={height} strokeWidth="2" className="stroke-ink" />
            <path d={`M${x(now) - 5} ${AXIS - 12}h10l-5 8z`} className="fill-ink" />
          </g>
          {rows.map(({ user, entries, planned }, index) => {
            const top = AXIS + index * size.row;
            const name = fullName(user);
            return (
              <g
                key={user.id}
                role="listitem"
                aria-label={`${name}: ${[...planned.map(describePlan), ...entries.map(describe)].join('; ')}`}
              >
                {planned.map((shift) => {
                  const left = x(Date.parse(shift.startsAt));
                  return (
                    <g key={shift.startsAt} data-planned={shiftText(shift)}>
                      <title>{`${name}: ${describePlan(shift)}`}</title>
                      <Outline
                        x={left}
                        y={top + size.barTop - OUTLINE}
                        width={Math.max(2, x(Date.parse(shift.endsAt)) - left)}
                        height={size.barHeight + 2 * OUTLINE}
                      />
                    </g>
                  );
                })}
                <text
                  x="0"
                  y={top + size.textY}
                  className="fill-ink stroke-4 stroke-surface font-medium [paint-order:stroke]"
                  aria-hidden="true"
                >
                  {name.length > letters ? `${name.slice(0, letters - 1)}…` : name}
                </text>
                {entries.map((entry) => {
                  const left = x(Date.parse(entry.from));
                  return (
                    <g
                      key={entry.id}
                      data-entry={entry.id}
                      data-from={entry.from}
                      data-to={new Date(endOf(entry)).toISOString()}
                      data-look={lookOf(entry)}
                    >
                      <title>{`${name}: ${describe(entry)}`}</title>
                      <Bar
                        look={lookOf(entry)}
                        id={id}
                        x={left}
                        y={top + size.barTop}
                        width={Math.max(2, x(endOf(entry)) - left)}
                        height={size.barHeight}
                      />
                      {entry.breaks.map(({ startedAt, endedAt }) => {
                        const start = x(Date.parse(startedAt));
                        return (
                          <rect
                            key={startedAt}
                            data-break={startedAt}
                            x={start}
                            y={top + size.barTop + size.barHeight / 4}
                            width={Math.max(2, x(endedAt ? Date.parse(endedAt) : now) - start)}
                            height={size.barHeight / 2}
                            className="fill-surface stroke-ink"
                          />
                        );
                      })}
                    </g>
                  );
                })}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** From the hour of the first check-in or planned start to the hour after the last end and the present. */
function spanOf({ startsAt, endsAt, locations }: Day, now: number) {
  const rows = locations.flatMap((location) => location.rows);
  const entries = rows.flatMap((row) => [
    ...row.entries,
    ...row.planned.map((shift) => ({ from: shift.startsAt, to: shift.endsAt })),
  ]);
  const [dayStart, dayEnd] = [Date.parse(startsAt), Date.parse(endsAt)];
  const hourOf = (instant: number, round: (hours: number) => number) =>
    dayStart + round((instant - dayStart) / HOUR_MS) * HOUR_MS;
  const first = Math.min(now, ...entries.map((entry) => Date.parse(entry.from)));
  const last = Math.max(now, ...entries.map((entry) => Date.parse(entry.to)));
  const from = Math.max(dayStart, hourOf(first, Math.floor));
  const to = Math.min(dayEnd, Math.max(hourOf(last, Math.ceil), from + LEAST_HOURS * HOUR_MS));
  return { from: Math.max(dayStart, Math.min(from, to - LEAST_HOURS * HOUR_MS)), to };
}

const Outline = (box: { x: number; y: number; width: number; height: number }) => (
  <rect {...box} rx="2" strokeWidth="1.5" className="fill-transparent stroke-edge" />
);

type BarProps = { look: Look; id: string; x: number; y: number; width: number; height: number };

function Bar({ look, id, ...box }: BarProps) {
  if (look === 'working') return <rect {...box} className="fill-working stroke-ink" />;
  if (look === 'ended') return <rect {...box} className="fill-sunken stroke-ink" />;
  return (
    <rect
      {...box}
      fill={`url(#${id}${look})`}
      className="stroke-ink"
      strokeDasharray={look === 'forgotten' ? '4 3' : undefined}
    />
  );
}

function LookPattern({ id, look }: { id: string; look: 'forgotten' | 'late' | 'estimated' }) {
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
      <path d="M0 0h8v8H0z" className={look === 'forgotten' ? 'fill-attention' : 'fill-attention-soft'} />
      {look === 'forgotten' && (
        <path d="M-2 6l4 4M0 0l8 8M6 -2l4 4" className="stroke-on-attention" strokeWidth="1.5" />
      )}
      {look === 'late' && <path d="M2 2h2v2H2zM6 6h2v2H6z" className="fill-attention-text" />}
      {look === 'estimated' && <path d="M0 4h8" className="stroke-attention-text" strokeWidth="1.5" />}
    </pattern>
  );
}
