/** Check-ins and check-outs as lines of text for payroll programs (sheets.md "Event files"). */

import type { PunchFormat, PunchMask } from '#contract/sheets.ts';
import { dateTimeIn } from '#domain/dates.ts';
import type { SheetPerson } from '../hours/sheet-person.ts';

/** The presets; a company can edit them. Comarch does not document its operations. */
export const PUNCH_PRESETS: Record<PunchFormat, PunchMask> = {
  // Number, date, time, event, then status "normal", kind of work, gate and error.
  symfonia: { mask: 'NNNNNNNNNNRRRRMMDDhhmmO1000010000000', in: '1', out: '0' },
  comarch: { mask: 'RRRRMMDDggmmNNNNNNNNNNO', in: '1', out: '0' },
  enova: { mask: 'XXXNNNNNNNNMMDDhhmmOO', in: '20', out: '30' },
};

/** Why a person's punches cannot be written. `shared`: somebody else's number is the same in the file. */
type Issue = { person: SheetPerson; reason: 'missing' | 'unusable' | 'shared' };

const cardWidth = (mask: string) => /N+/.exec(mask)?.[0].length ?? 0;
const cardOf = ({ payrollNo }: SheetPerson, { mask }: PunchMask) =>
  (payrollNo ?? '').padStart(cardWidth(mask), '0');

/** People whose number is missing, does not fit the mask, or is another person's there. */
export function punchIssues(people: SheetPerson[], program: PunchFormat, format: PunchMask): Issue[] {
  const isUsable = (person: SheetPerson) =>
    (program === 'symfonia' ? /^\d+$/ : /^[\dA-Za-z]+$/).test(person.payrollNo ?? '') &&
    cardOf(person, format).length === cardWidth(format.mask);
  const byCard = Map.groupBy(people.filter(isUsable), (person) => cardOf(person, format));
  return people.flatMap((person): Issue[] => {
    if (!person.payrollNo) return [{ person, reason: 'missing' }];
    if (!isUsable(person)) return [{ person, reason: 'unusable' }];
    return (byCard.get(cardOf(person, format))?.length ?? 0) > 1 ? [{ person, reason: 'shared' }] : [];
  });
}

/** The line of one punch; `time` is `yyyy-MM-dd HH:mm:ss`. */
function punchLine(
  { mask, in: entering, out }: PunchMask,
  card: string,
  time: string,
  isIn: boolean,
): string {
  const fields: Record<string, string> = {
    R: time.slice(0, 4),
    M: time.slice(5, 7),
    D: time.slice(8, 10),
    h: time.slice(11, 13),
    g: time.slice(11, 13),
    m: time.slice(14, 16),
    N: card,
    O: isIn ? entering : out,
    X: '',
  };
  return mask.replace(/([RMDghmNOX])\1*/g, (run, letter: string) =>
    (fields[letter] ?? '').padStart(run.length, '0').slice(-run.length),
  );
}

/**
 * The punches of the shifts that are dated in the month, in the order in which they happened; an unpaid break is a check-out
 * and a check-in, a switch of location is none. Times are by the clock of the person's zone, cut to the minute. Each line
 * ends with CRLF; all characters are ASCII.
 */
export function punchLines(people: SheetPerson[], format: PunchMask): string[] {
  const punches = people.flatMap((person) =>
    person.days.flatMap(({ worked }) =>
      worked.flatMap(({ from, to }) => {
        const punch = (instant: number, isIn: boolean) => ({
          instant,
          isIn,
          line: punchLine(format, cardOf(person, format), dateTimeIn(instant, person.timeZone), isIn),
        });
        return [punch(from, true), ...(to === null ? [] : [punch(to, false)])];
      }),
    ),
  );
  return punches
    .toSorted((a, b) => a.instant - b.instant || Number(a.isIn) - Number(b.isIn))
    .map(({ line }) => line);
}

/**
 * Whose lines add up to another length than the sheet says, in milliseconds: a shift over the month's end stands whole in the
 * file of the month in which it began, where the sheet divides it at midnight.
 */
export const punchDifferences = (people: SheetPerson[]) =>
  people.flatMap(({ id, name, days, month }) => {
    const inFile = days
      .flatMap(({ worked }) => worked)
      .reduce((sum, { from, to }) => sum + (to === null ? 0 : to - from), 0);
    return inFile === month.total ? [] : [{ userId: id, name, inFile, onSheet: month.total }];
  });
