import type { To } from 'react-router';

export type Bar = {
  id: string;
  /** In full, as in the table. */
  label: string;
  /** On the axis of columns; the label if it is missing. */
  short?: string;
  /** One for each series, in their order. */
  values: readonly number[];
  /** Of all series, as the server added them up. */
  total: number;
  /** As they are printed, where that depends on the other bars; else `format` writes them. */
  texts?: { total: string; values: readonly string[] };
  /** What the bar is compared with: a line across it. */
  mark?: number | null;
  /** Where the entries behind the bar are. */
  to?: To;
};

export type ChartData = {
  title: string;
  /** The parts of each bar, in the order in which they are stacked. */
  series: readonly { id: string; label: string }[];
  bars: readonly Bar[];
  markLabel?: string;
  /** The headers of the table's first and last column. */
  headers: { bar: string; total: string };
  /** A value as text, with its unit. */
  format: (value: number) => string;
  /** The value of one unit of the axis (3,600,000 where hours are milliseconds), and that axis' figures as text. */
  unit: number;
  formatUnit: (units: number) => string;
};

/** What a drawing is given: `describe` is a bar's name for those who don't see it, `onPoint` is told which bar is pointed at. */
export type DrawingProps = ChartData & {
  fillId: string;
  isTight: boolean;
  describe: (bar: Bar) => string;
  onPoint: (barId: string | undefined) => void;
};

export const totalText = ({ texts, total }: Bar, { format }: ChartData) => texts?.total ?? format(total);
/** The value of a series; undefined where there is none. */
export function valueText({ texts, values }: Bar, index: number, { format }: ChartData): string | undefined {
  const value = values[index];
  return value ? (texts?.values[index] ?? format(value)) : undefined;
}

/** A bar in words: "Monday, 2 Mar 2026: 41:30 h · Hall 30:00 h · Yard 11:30 h". */
export function describeBar(bar: Bar, data: ChartData): string {
  const { series, markLabel, format } = data;
  const parts = series.flatMap(({ label }, index) => {
    const text = series.length > 1 && valueText(bar, index, data);
    return text ? [`${label} ${text}`] : [];
  });
  const mark = markLabel && bar.mark != null ? [`${markLabel} ${format(bar.mark)}`] : [];
  return [`${bar.label}: ${totalText(bar, data)}`, ...parts, ...mark].join(' · ');
}
