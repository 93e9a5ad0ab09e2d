import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BreakChanges, breaksAfter } from './corrections.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 5, 6, minute)).toISOString();
const LAST = 300;

/** Breaks that do not overlap, in order; the last one may have no end. */
const breaks = (mayLast: boolean) =>
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 0, max: LAST - 1 }), { maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([minutes, isPaid, lasts]) => {
      const sorted = minutes.toSorted((a, b) => a - b);
      return Array.from({ length: Math.ceil(sorted.length / 2) }, (_, index) => ({
        from: sorted[2 * index] ?? 0,
        to: sorted[2 * index + 1] ?? (mayLast && lasts ? null : LAST),
        isPaid,
      }));
    });
type Span = { from: number; to: number | null; isPaid: boolean };
const asBreak = ({ from, to, isPaid }: Span) => ({
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
  isPaid,
});
const minutesOf = ({ from, to }: Span) =>
  Array.from({ length: (to ?? LAST) - from }, (_, index) => from + index);

it('added breaks are there as stated, those that they touch or that were not taken are gone, all others stay', () => {
  fc.assert(
    fc.property(breaks(true), breaks(false), fc.array(fc.nat(11)), (recorded, stated, gone) => {
      const removed = gone.flatMap((index) => recorded[index] ?? []);
      const changes = {
        added: stated.map(asBreak) as BreakChanges['added'],
        removed: removed.map(({ from }) => at(from)),
      };
      const after = breaksAfter(recorded.map(asBreak), changes);
      // The oracle counts minutes.
      const statedMinutes = new Set(stated.flatMap(minutesOf));
      const kept = recorded.filter(
        (span) => !removed.includes(span) && !minutesOf(span).some((minute) => statedMinutes.has(minute)),
      );
      expect(after).toEqual([...kept, ...stated].toSorted((a, b) => a.from - b.from).map(asBreak));
      // Once recorded, the same changes change nothing.
      expect(breaksAfter(after, changes)).toEqual(
        after.filter(
          (each) =>
            !changes.removed.includes(each.startedAt) ||
            stated.some(({ from }) => at(from) === each.startedAt),
        ),
      );
    }),
    { numRuns: 1000 },
  );
});
