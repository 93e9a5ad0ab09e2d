import { describe, expect, it } from 'vitest';
import { newKeyReader, type Stroke } from './key-reader.ts';

const BADGE = 'MB0123456789ABCDEFGHJKMNPQRS';
/** The upper row of a Lithuanian keyboard, from 1 to 0. */
const LITHUANIAN = { 1: 'ą', 2: 'č', 3: 'ę', 4: 'ė', 5: 'į', 6: 'š', 7: 'ų', 8: 'ū', 9: '9', 0: '0' };
const physical = (character: string) => (/\d/.test(character) ? `Digit${character}` : `Key${character}`);

function strokes(
  text: string,
  gapMs: number,
  shown = (character: string) => character,
  end: 'Enter' | 'Tab' = 'Enter',
): Stroke[] {
  const keys = [...text].map((character) => ({ key: shown(character), code: physical(character) }));
  return [...keys, { key: end, code: end }].map((key, index) => ({
    ...key,
    timeStamp: 1000 + index * gapMs,
  }));
}

const readAll = (list: Stroke[]) => {
  const reader = newKeyReader();
  return list.map((stroke) => reader.take(stroke)).filter(Boolean);
};

describe('a code typed by a reader', () => {
  it.each([1, 20, 100])('is found with %i ms between characters', (gapMs) => {
    expect(readAll(strokes(BADGE, gapMs))).toEqual([[BADGE]]);
  });

  it('is found in small letters, and with the Shift key between', () => {
    const shift = strokes(BADGE, 20).flatMap((stroke) => [
      { ...stroke, key: 'Shift', code: 'ShiftLeft' },
      stroke,
    ]);
    expect(readAll(shift)).toEqual([[BADGE]]);
    expect(readAll(strokes(BADGE, 20, (character) => character.toLowerCase()))).toEqual([[BADGE]]);
  });

  it('is found on a keyboard with another layout, by the physical keys', () => {
    const shown = (character: string) =>
      LITHUANIAN[character as unknown as keyof typeof LITHUANIAN] ?? character;
    expect(readAll(strokes(BADGE, 20, shown))[0]).toContain(BADGE);
    const swapped = (character: string) => ({ Y: 'z', Z: 'y' })[character] ?? character;
    expect(readAll(strokes('MBYZ', 20, swapped))).toEqual([['MBZY', 'MBYZ']]);
  });

  it('ends with Tab as well', () => {
    expect(readAll(strokes(BADGE, 20, undefined, 'Tab'))).toEqual([[BADGE]]);
    expect(readAll(strokes('', 20, undefined, 'Tab'))).toEqual([]);
  });

  it('is complete without an end only as a whole badge; an end that comes late is part of it', () => {
    const reader = newKeyReader();
    const [end, ...keys] = strokes(`12${BADGE}`, 20).reverse();
    for (const stroke of keys.reverse()) {
      expect(reader.isComplete()).toBe(false);
      expect(reader.take(stroke)).toBeUndefined();
    }
    expect(reader.isComplete()).toBe(true);
    expect(reader.finish()).toEqual([`12${BADGE}`]);
    expect([reader.isComplete(), reader.isReading()]).toEqual([false, false]);
    if (!end) throw new Error('no end');
    expect(reader.take({ ...end, timeStamp: end.timeStamp + 400 })).toEqual([]);
    // Pressed by a person.
    expect(reader.take({ ...end, timeStamp: end.timeStamp + 800 })).toBeUndefined();
  });

  it('follows another at once', () => {
    const second = strokes('MBZZZZ', 20).map((stroke) => ({ ...stroke, timeStamp: stroke.timeStamp + 700 }));
    expect(readAll([...strokes(BADGE, 20), ...second])).toEqual([[BADGE], ['MBZZZZ']]);
  });

  it('may be a bar code of digits only', () => {
    expect(readAll(strokes('4750012345678', 10))).toEqual([['4750012345678']]);
  });
});

describe('a person who types', () => {
  it('shows no code: neither letters one by one nor an employee number, however fast', () => {
    expect(readAll(strokes(BADGE, 1500))).toEqual([]);
    expect(readAll(strokes('0123456789', 5))).toEqual([]);
    expect(readAll(strokes('AB', 5))).toEqual([]);
  });

  it('keeps the digits that come before a reader starts, which discards them', () => {
    const reader = newKeyReader();
    const [seven] = strokes('7', 10);
    if (!seven) throw new Error('no stroke');
    reader.take(seven);
    expect(reader.isReading()).toBe(false);
    for (const stroke of strokes('MB1', 10).slice(0, 3)) {
      reader.take({ ...stroke, timeStamp: stroke.timeStamp + 2000 });
    }
    expect(reader.isReading()).toBe(true);
  });
});
