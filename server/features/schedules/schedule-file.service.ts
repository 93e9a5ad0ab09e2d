/** The published schedule of a month as a table to print and sign (schedules.md §4), by the writers of the monthly sheets. */
import type { TFunction } from 'i18next';
import type { EndpointRequest, EndpointResponse } from '#contract/index.ts';
import type { ShiftKind } from '#contract/shifts.ts';
import { MINUTE_MS, minutesText } from '#domain/apportion.ts';
import { dateText } from '#domain/date-text.ts';
import { dateIn, datesBetween, monthOf, weekdayOf } from '#domain/dates.ts';
import { PDF, XLSX } from '#domain/media-types.ts';
import { bySurname, fullName } from '#domain/names.ts';
import { shiftText } from '#domain/schedules.ts';
import { codeOf } from '#domain/typed-shifts.ts';
import { createWorkCalendar } from '#domain/work-calendar.ts';
import type { Context } from '#server/context.ts';
import { FileAnswer } from '#server/platform/http/file-answer.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { inTurn } from '#server/platform/in-turn.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { findCompany } from '../company/company.queries.ts';
import { SHEET_LAYOUTS } from '../sheets/sheet-layouts.ts';
import type { Column, Row, Sheet } from '../sheets/sheet-model.ts';
import { readSettings } from '../sheets/sheet-settings.service.ts';
import { listKinds } from '../shifts/shifts.queries.ts';
import { readCompanyTime } from '../work-rules/work-rules.service.ts';
import { readPlan } from './plan.service.ts';
import { listPeopleAsked } from './schedules.service.ts';

type Asked = EndpointRequest<'getScheduleFile'>['query'];
type Person = EndpointResponse<'getSchedule'>['people'][number];

/** A date that is covered, without a shift. */
const DAY_OFF = '–';
const SUMS = ['planned', 'norm', 'difference'] as const;

type Kinds = ReadonlyMap<string, ShiftKind>;

/** A person's date: absences and shifts by their codes, times where a shift has none ("8–16:30"). */
export function dayText(
  person: Pick<Person, 'absences' | 'days' | 'coveredDates'>,
  date: string,
  kinds: Kinds,
): string {
  const absences = person.absences.filter(({ startDate, endDate }) => startDate <= date && date <= endDate);
  const shifts = person.days.find((day) => day.date === date)?.shifts ?? [];
  const short = (clock: string) => clock.replace(/^0/, '').replace(':00', '');
  const texts = [
    ...absences.map(({ code }) => code),
    ...shifts.map((shift) => codeOf(shift, kinds) ?? `${short(shift.starts)}–${short(shift.ends)}`),
  ];
  return texts.join(', ') || (person.coveredDates.includes(date) ? DAY_OFF : '');
}

function rowOf(person: Person, dates: readonly string[], kinds: Kinds): Row {
  const { user, plannedMs, normMs } = person;
  const difference = Math.round((plannedMs - normMs) / MINUTE_MS);
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  // Who is not planned at all is short of nothing.
  const isPlanned = plannedMs > 0 || person.coveredDates.length > 0;
  return {
    kind: 'first',
    shade: null,
    cells: {
      name: { text: fullName(user) },
      ...Object.fromEntries(dates.map((date) => [date, { text: dayText(person, date, kinds) }])),
      planned: { minutes: Math.round(plannedMs / MINUTE_MS) },
      norm: { minutes: Math.round(normMs / MINUTE_MS) },
      difference: { text: isPlanned ? sign + minutesText(Math.abs(difference)) : '' },
    },
  };
}

const kindText = ({ code, name, breakMinutes, ...times }: ShiftKind, t: TFunction) => {
  const shown = shiftText(times);
  const text = breakMinutes > 0 ? t('schedules:withBreak', { times: shown, minutes: breakMinutes }) : shown;
  return `${code} = ${name}, ${text}`;
};

/** On paper only those who are planned, unless nobody is; the workbook, which can be filled in and imported, has everybody. */
async function scheduleSheet(context: Context, { format, month, locationId }: Asked): Promise<Sheet> {
  const { db, viewer, clock } = context;
  const { companyId, timeZone, companyLanguage } = viewer;
  const { start, end } = monthOf(`${month}-01`);
  const period = { startDate: start, endDate: end };
  // A month that was planned is shown with whoever has left since.
  const asked = await listPeopleAsked(context, period, locationId, format === 'pdf');
  const { people } = await readPlan(context, db, asked, period, 'published');
  const planned = people.filter(({ days, coveredDates }) => days.length + coveredDates.length > 0);
  const listed = format === 'pdf' && planned.length > 0 ? planned : people;
  const kinds = new Map((await listKinds(db, companyId)).map((kind) => [kind.id, kind]));
  const time = await readCompanyTime(db, viewer);
  const calendar = createWorkCalendar({ ...time, zones: [{ validFrom: '', timeZone }] });
  const layout = SHEET_LAYOUTS[calendar.rulesOn(end).country];
  const language = layout.language ?? companyLanguage;
  const t = translator(language);
  const company = await findCompany(db, companyId);
  const { unit, approver, preparer } = await readSettings(db, companyId);
  const dates = datesBetween({ start, end });
  const shifts = planned.flatMap(({ days }) => days.flatMap((day) => day.shifts));
  const used = new Set(shifts.map(({ kindId }) => kindId));
  const column = (key: string, label: string, width: number, more: Partial<Column> = {}): Column => ({
    key,
    label,
    width,
    group: null,
    isLeft: false,
    isUpright: false,
    isDay: false,
    shade: null,
    ...more,
  });
  const signature = (label: string, name: string | null) =>
    [`${label}:`, name, t('sheets:signatureLine')].filter(Boolean).join(' ');
  return {
    language,
    isLandscape: true,
    name: month,
    title: t('schedule-file:title', {
      year: month.slice(0, 4),
      month: t(`sheets:month.${month.slice(5)}` as 'sheets:month.01'),
    }),
    warning: null,
    head: [
      [
        `${t('sheets:company')}: ${company?.name}`,
        ...(company?.registrationNo ? [`${t('sheets:registrationNo')}: ${company.registrationNo}`] : []),
        ...(unit ? [`${t('sheets:unit')}: ${unit}`] : []),
      ],
      [],
      layout.approvalBlock
        ? [
            t('sheets:approve'),
            approver ?? t('sheets:postLine'),
            t('sheets:signatureLine'),
            t('sheets:dateLine'),
          ]
        : [],
    ],
    columns: [
      column('name', t('sheets:column.name'), 80, { isLeft: true }),
      ...dates.map((date) =>
        column(
          date,
          `${t(`sheets:weekday.${weekdayOf(date)}` as 'sheets:weekday.1')}\n${Number(date.slice(8))}`,
          15,
          {
            isDay: true,
            shade: calendar.isHoliday(date) ? 'holiday' : weekdayOf(date) > 5 ? 'weekend' : null,
          },
        ),
      ),
      ...SUMS.map((key) => column(key, t(`schedules:sums.${key}`), 25, { isUpright: true })),
      column('acquainted', t('schedule-file:acquainted'), 70),
    ],
    rows: listed
      .toSorted((a, b) => bySurname(language)(a.user, b.user))
      .map((person) => rowOf(person, dates, kinds)),
    summary: [],
    notes: [
      `${t('sheets:legend')}: ${[
        ...[...kinds.values()].filter(({ id }) => used.has(id)).map((kind) => kindText(kind, t)),
        `${DAY_OFF} = ${t('sheets:dayCode.scheduledOff')}`,
      ].join('; ')}`,
      t('sheets:prepared', { date: dateText(dateIn(clock.now(), timeZone), language) }),
    ],
    signatures: [signature(t('sheets:preparedBy'), preparer)],
  };
}

/** The published schedule of a month as PDF or workbook, in the language of the country's sheets. */
export const getScheduleFile: Handler<'getScheduleFile'> = async (context, { query }) => {
  await context.throttle.take('sheets', context.viewer.userId);
  return inTurn(async () => {
    const sheet = await scheduleSheet(context, query);
    const name = `schedule-${query.month}.${query.format}`;
    // Loaded when they are first needed: their libraries would slow the start of every server.
    if (query.format === 'pdf') {
      const { sheetsPdf } = await import('../sheets/sheet-pdf.ts');
      return new FileAnswer(await sheetsPdf([sheet], sheet.title), PDF, name);
    }
    const { sheetsXlsx } = await import('../sheets/sheet-xlsx.ts');
    return new FileAnswer(await sheetsXlsx([sheet], sheet.title), XLSX, name);
  });
};
