import { apportion, MINUTE_MS, minutesText, printedColumn } from '#domain/apportion.ts';
import type { Bar } from './chart-data.ts';

/** Bars of milliseconds with their texts, `h:mm`: rounded so that they add up as printed, down to the parts of each bar. */
export function hourBars(bars: readonly Bar[], text: (hours: string) => string): Bar[] {
  const column = printedColumn(
    bars,
    ({ id }) => id,
    ({ total }) => total,
    MINUTE_MS,
  );
  return bars.map((bar) => {
    const total = column.stepsOf(bar) ?? 0;
    return {
      ...bar,
      texts: {
        total: text(minutesText(total)),
        values: apportion(bar.values, MINUTE_MS, total).map((minutes) => text(minutesText(minutes))),
      },
    };
  });
}
