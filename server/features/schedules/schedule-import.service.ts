import * as z from 'zod/mini';
import { datesBetween, monthOf, weekdayOf } from '#domain/dates.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { readTyped } from '#domain/typed-shifts.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { importFile } from '#server/platform/table-files/import-file.ts';
import type { Definition, Values } from '#server/platform/table-files/table-file.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { lockCompany } from '../company/company.queries.ts';
import { type DayOfShifts, listKinds } from '../shifts/shifts.queries.ts';
import { readPlan } from './plan.service.ts';
import { dayText } from './schedule-file.service.ts';
import {
  listPeopleAsked,
  listPlannableKinds,
  MAX_DAYS_AT_ONCE,
  requireNearDates,
  requireNoOverlaps,
  shiftsOf,
  writeDays,
} from './schedules.service.ts';

const cell = z.optional(z.string().check(z.maxLength(200, 'tooLong')));
const days = Array.from({ length: 31 }, (_, index) => String(index + 1));
const columns = {
  name: z.string('invalid').check(z.trim(), z.minLength(1, 'invalid')),
  ...(Object.fromEntries(days.map((day) => [day, cell])) as Record<string, typeof cell>),
};

/** What people write above a day: "1.", "01.07.2026", "2026-07-01", or the number below its weekday as in the month's file. */
function headingsOf(date: string): string[] {
  const [year, month, day] = date.split('-');
  const weekdays = LANGUAGES.map((language) =>
    translator(language)(`sheets:weekday.${weekdayOf(date)}` as 'sheets:weekday.1'),
  );
  return [
    date,
    `${day}.${month}.${year}`,
    `${day}.${month}.`,
    `${day}`,
    ...weekdays.map((weekday) => `${weekday}${Number(day)}`),
  ];
}

/** A person with the draft of the month; `read` gives the shifts that a cell's text means, undefined if it means none. */
type Planned = {
  id: string;
  values: Values<typeof columns>;
  read: (path: string, text: string) => ReturnType<typeof readTyped>;
  /** Whether the text means what is planned already. */
  has: (path: string, text: string) => boolean;
};

const textIn = (values: object, path: string) => String((values as Record<string, unknown>)[path] ?? '');

const nameKey = (text: string) => text.normalize().toLowerCase().split(/\s+/).toSorted().join(' ');

/**
 * Sets days of the draft from a table of people by days, or says what it would set. People are found by their name, in either
 * order, or their e-mail; all or nothing.
 */
export const importSchedule: Handler<'importSchedule'> = async (context, { file, query }) => {
  const { viewer } = context;
  const { start, end } = monthOf(`${query.month}-01`);
  const period = { startDate: start, endDate: end };
  const dates = datesBetween({ start, end });
  requireNearDates(context, [
    { date: start, path: 'month' },
    { date: end, path: 'month' },
  ]);
  const dateOf = (path: string) => dates[Number(path) - 1];
  const { answer } = await importFile<typeof columns, Planned>(
    context,
    { file, query },
    {
      kind: 'schedule',
      columns,
      headingsOf: (column) => {
        const date = dateOf(column);
        return date === undefined ? [] : headingsOf(date);
      },
      valuesOf: ({ values }) => values,
      isSame: (path, value, person) => path === 'name' || person.has(path, String(value)),
      nameOf: ({ name = '' }) => name,
      saysNothing: ({ name: _, ...cells }) => Object.keys(cells).length === 0,
    } satisfies Definition<typeof columns, Planned>,
    async (transaction) => {
      await lockCompany(transaction, viewer.companyId);
      const people = await listPeopleAsked({ ...context, db: transaction }, period, undefined);
      const plan = await readPlan(context, transaction, people, period, 'draft');
      const all = await listKinds(transaction, viewer.companyId);
      const kinds = new Map(all.map((kind) => [kind.id, kind]));
      const usable = await listPlannableKinds(context, transaction);
      const entities = plan.people.map((person): Planned => {
        const texts = dates.map((date) => [String(Number(date.slice(8))), dayText(person, date, kinds)]);
        /** Without the codes of absences, which the month's file has before the shifts. */
        const rest = (path: string, text: string) => {
          const date = dateOf(path) ?? '';
          const parts = text.split(/[,;]/);
          for (const { startDate, endDate, code } of person.absences) {
            if (startDate <= date && date <= endDate && parts[0]?.trim() === code) parts.shift();
          }
          return parts.join(',').trim();
        };
        const read = (path: string, text: string) =>
          dateOf(path) ? readTyped(rest(path, text), usable) : undefined;
        return {
          id: person.user.id,
          values: { name: fullName(person.user), ...Object.fromEntries(texts.filter(([, text]) => text)) },
          read,
          has: (path, text) => {
            // An absence alone says nothing of the shifts that it replaces.
            if (!rest(path, text)) return true;
            const [typed, own] = [read(path, text), person.days.find(({ date }) => date === dateOf(path))];
            const planned = own?.shifts ?? [];
            return (
              typed?.length === planned.length &&
              typed.every(({ starts, ends, kindId }, index) => {
                const shift = planned[index];
                return (
                  shift?.starts === starts &&
                  shift.ends === ends &&
                  (kindId === null || kindId === shift.kindId)
                );
              })
            );
          },
        };
      });
      const byKey = new Map<string, Planned[]>();
      const emails = new Map(people.map(({ id, email }) => [id, email]));
      for (const entity of entities) {
        const name = entity.values.name ?? '';
        // Without what tells namesakes apart, a name may mean several.
        const texts = [name, name.replace(/ \(.*\)$/, ''), emails.get(entity.id) ?? name];
        for (const key of new Set(texts.map(nameKey))) byKey.set(key, [...(byKey.get(key) ?? []), entity]);
      }
      const set: DayOfShifts[] = [];
      const daysOf = (person: Planned, values: object, paths: readonly string[]) =>
        paths.flatMap((path) => {
          const key = { userId: person.id, date: dateOf(path) ?? '' };
          const shifts = person.read(path, textIn(values, path));
          return shifts ? [{ ...key, shifts: shiftsOf(key, shifts) }] : [];
        });
      return {
        entities,
        // Somebody unknown is refused by `check`.
        find: ({ name = '' }) => byKey.get(nameKey(name)),
        keysOf: () => [],
        check: (values, person, changes, note) => {
          if (!person) {
            if (!byKey.has(nameKey(values.name ?? ''))) note('name', 'unknownPerson');
            return;
          }
          set.push(...daysOf(person, values, changes));
          for (const path of changes) {
            if (!person.read(path, textIn(values, path))) note(path, 'unknownShift');
          }
        },
        requireRoom: async () => {
          if (set.length > MAX_DAYS_AT_ONCE) throw new AppError('schedule_too_large');
          if (set.length > 0) await requireNoOverlaps(context, transaction, people, set);
        },
        add: () => {
          throw new AppError('not_found');
        },
        change: async (person, texts) => {
          const own = people.filter(({ id }) => id === person.id);
          await writeDays(context, transaction, own, daysOf(person, texts, Object.keys(texts)));
        },
      };
    },
    context.drafts,
  );
  return answer;
};
