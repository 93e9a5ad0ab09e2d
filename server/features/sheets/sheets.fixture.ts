/** People with a random month each, as the sheets' tests and the bench take them. */

import { addDays, datesBetween, monthOf, weekdayOf } from '#domain/dates.ts';
import type { Country } from '#domain/holidays.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { createWorkCalendar } from '#domain/work-calendar.ts';
import { workHours } from '#domain/work-hours.ts';
import { ABSENCE_CODES } from '#domain/work-rules.ts';
import type { Mark } from '#domain/worked-time.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { company, personTime, terms, ZONES } from '#tests/support/oracles/work-time.ts';
import { sheetPerson } from '../hours/sheet-person.ts';
import { SHEET_LAYOUTS } from './sheet-layouts.ts';
import type { SheetInput } from './sheet-model.ts';

const names = [
  'Jānis Bērziņš',
  'Aleksandrs Konstantīns Šķēršķis-Ģērmanis',
  'Žydrūnė Gražulevičiūtė-Šimkūnaitienė',
  'Grzegorz Brzęczyszczykiewicz',
  'Łucja Świętosławska-Źrebięcińska',
  'Ąžuolas Čėpla',
  'Ķēniņš Īvars',
];
const positions = ['Metinātājs', 'Vyresnysis suvirintojas', 'Spawacz – brygadzista', null];

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A month of `count` people; `precise`: with times to the millisecond instead of quarters of an hour. */
export function randomMonth(country: Country, month: string, count: number, seed: number, precise = false) {
  const random = randomFrom(seed);
  const calendar = createWorkCalendar(company(country));
  const zone = ZONES[country];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const step = precise ? 1 : H / 4;
  const people = Array.from({ length: count }, (_, index) => {
    const entries: { id: string; checkIn: number; checkOut: number; recordedAt: number; marks: Mark[] }[] =
      [];
    const isShiftWorker = index % 4 === 1;
    const leaveFrom = 5 + Math.floor(random() * 20);
    const leaveLength = index % 3 === 0 ? Math.floor(random() * 6) : 0;
    for (let date = addDays(`${month}-01`, -3); date <= `${month}-31`; date = addDays(date, 1)) {
      const isAway =
        date >= `${month}-${String(leaveFrom).padStart(2, '0')}` &&
        Number(date.slice(8)) < leaveFrom + leaveLength;
      const isFree = weekdayOf(date) > 5 || calendar.isHoliday(date);
      if ((isAway && date.startsWith(month)) || (isFree ? random() > 0.06 : random() > 0.96)) continue;
      const start = isShiftWorker && random() < 0.4 ? 21 : 7;
      const jitter = (hours: number) => Math.round((random() * hours * H) / step) * step;
      const from = calendar.startOf(date) + start * H + jitter(1);
      const marks: Mark[] = random() < 0.03 ? ['corrected'] : random() < 0.01 ? ['estimated'] : [];
      const length = 7.5 * H + jitter(random() < 0.1 ? 4 : 1);
      entries.push({
        id: `${index} ${date}`,
        checkIn: from,
        checkOut: from + length,
        recordedAt: from,
        marks,
      });
    }
    const own = entries.filter(({ checkIn }, at) => checkIn >= (entries[at - 1]?.checkOut ?? 0) + 9 * H);
    const absences = leaveLength
      ? [
          {
            code: pick(ABSENCE_CODES[country].slice(0, 6)),
            start: `${month}-${String(leaveFrom).padStart(2, '0')}`,
            end: addDays(`${month}-${String(leaveFrom).padStart(2, '0')}`, leaveLength - 1),
            part: null,
          },
        ]
      : [];
    const time = personTime({ entries: own, absences }, index % 9 === 8 ? terms(4, 5) : terms());
    // One of them has a schedule: 12 hours, two days off.
    if (index === 5) {
      const dates = datesBetween(monthOf(`${month}-01`));
      time.employment = {
        ...{ employedFrom: null, employedTo: null, terms: [terms(8, 5, { workTime: 'summed' })] },
        schedule: new Map(dates.map((date, at) => [date, (at + seed) % 3 === 0 ? 12 * H : 0])),
      };
    }
    const [firstName = '', ...others] = (names[index % names.length] ?? '').split(' ');
    const lastName = `${others.join(' ')}${index < names.length ? '' : ` ${index}`}`;
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const overview = { user: { id, firstName, lastName, nameTag: null }, ms: 0, entries: 0, approval: null };
    const user = {
      payrollNo: String(index + 1).padStart(5, '0'),
      position: positions[index % positions.length] ?? null,
      timeZone: zone,
    };
    const hours = workHours(time, month, calendar);
    return {
      hours,
      user,
      person: sheetPerson({ ...user, overview: overview as never, hours, calendar, onCall: [], seal: null }),
      time,
    };
  });
  const layout = SHEET_LAYOUTS[country];
  const t = translator(layout.language ?? 'en');
  const input: SheetInput = {
    month,
    language: layout.language ?? 'en',
    layout,
    company: { name: 'SIA „Ķeguma Šķūtnieki”', registrationNo: '40003000000', unit: null },
    approver: null,
    preparer: null,
    night: calendar.rulesOn(`${month}-28`).night,
    timeZone: zone,
    isHoliday: calendar.isHoliday,
    codeNames: Object.fromEntries(
      ABSENCE_CODES[country].map(({ code, name }) => [code, t(`absence-codes:${name}`)]),
    ),
    preparedAt: new Date('2030-01-01T10:00:00Z'),
    digest: { seq: 1234, hash: 'ab'.repeat(32) },
  };
  return { people, input, calendar };
}
