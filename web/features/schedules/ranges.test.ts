import { describe, expect, it } from 'vitest';
import { readTyped } from '#domain/typed-shifts.ts';
import { isWholeCode, movedBy, pasted, pointsIn, rectOf, type Shift } from './ranges.ts';

const kind = (code: string, starts: string, ends: string) => ({
  ...{ id: code, name: code, code, starts, ends },
  ...{ breakMinutes: 30, locationId: null, isActive: true },
});
const kinds = [kind('D', '07:00', '15:30'), kind('N', '22:00', '06:00'), kind('N2', '20:00', '04:00')];
const at = (row: number, column: number) => ({ row, column });
const only = (row: number, column: number) => ({ anchor: at(row, column), focus: at(row, column) });
const size = { rows: 4, columns: 5 };
const shift = (starts: string): Shift => ({
  ...{ starts, ends: '23:00', breakMinutes: 0, locationId: null, kindId: null, note: null },
});

describe('a range', () => {
  it('has the cells between its ends, whichever end comes first', () => {
    const range = { anchor: at(2, 3), focus: at(1, 2) };
    expect(rectOf(range)).toEqual({ top: 1, bottom: 2, left: 2, right: 3 });
    expect(pointsIn(range)).toEqual([at(1, 2), at(1, 3), at(2, 2), at(2, 3)]);
  });

  it('is moved by keys and stays inside, with Shift only one end', () => {
    const press = (key: string, more = {}, range = only(1, 1)) =>
      movedBy({ key, shiftKey: false, isControl: false, ...more }, range, size);
    expect(press('ArrowRight')).toEqual(only(1, 2));
    expect(press('ArrowUp', {}, only(0, 0))).toEqual(only(0, 0));
    expect(press('ArrowDown', { shiftKey: true })).toEqual({ anchor: at(1, 1), focus: at(2, 1) });
    expect(press('End')).toEqual(only(1, 4));
    expect(press('Home', { isControl: true })).toEqual(only(0, 0));
    expect(press('PageDown')).toEqual(only(3, 1));
    expect(press('x')).toBeUndefined();
  });
});

describe('pasting', () => {
  const [one, two] = [[shift('01:00')], [shift('02:00')]];

  it('sets the whole of what was copied, from the corner on and inside the schedule', () => {
    expect(pasted([[one, two]], only(3, 3), size)).toEqual([
      { row: 3, column: 3, day: one },
      { row: 3, column: 4, day: two },
    ]);
    expect(pasted([[one, two]], only(0, 4), size)).toEqual([{ row: 0, column: 4, day: one }]);
  });

  it('repeats it over a larger range', () => {
    const days = pasted([[one, two]], { anchor: at(0, 0), focus: at(1, 3) }, size).map(({ day }) => day);
    expect(days).toEqual([one, two, one, two, one, two, one, two]);
  });
});

describe('what is typed', () => {
  it('is a code, times, or several of them', () => {
    expect(readTyped('n', kinds)).toMatchObject([{ kindId: 'N', starts: '22:00', breakMinutes: 30 }]);
    expect(readTyped('7-15:30', kinds)).toMatchObject([{ kindId: null, starts: '07:00', ends: '15:30' }]);
    expect(readTyped('17-20, 8-12', kinds)?.map(({ starts }) => starts)).toEqual(['08:00', '17:00']);
    expect(readTyped('', kinds)).toEqual([]);
    expect(readTyped('X', kinds)).toBeUndefined();
    expect(readTyped('1-2,3-4,5-6,7-8', kinds)).toBeUndefined();
  });

  it('is a whole code only if nothing longer begins with it', () => {
    expect(isWholeCode('d', kinds)).toBe(true);
    expect(isWholeCode('N', kinds)).toBe(false);
    expect(isWholeCode('N2', kinds)).toBe(true);
    expect(isWholeCode('1', [kind('1', '07:00', '15:00')])).toBe(false);
  });
});
