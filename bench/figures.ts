export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** Limit; without one the value is only reported. */
  atMost?: number;
  atLeast?: number;
  note?: string;
};

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('No values');
  return value;
}

export const median = (values: number[]) => quantile(values, 0.5);

export function isMet({
  value,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = Number.NEGATIVE_INFINITY,
}: Figure) {
  return value <= atMost && value >= atLeast;
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** The figures as a Markdown table for docs/performance.md. */
export function toTable(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, atMost, atLeast, note = '' } = figure;
    const limit = atMost === undefined ? (atLeast === undefined ? '' : `≥ ${atLeast}`) : `≤ ${atMost}`;
    return [name, `${number.format(value)} ${unit}`, limit && `${limit} ${isMet(figure) ? '✓' : '✗'}`, note];
  });
  const cells = [['Figure', 'Value', 'Limit', 'Note'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join(
    '\n',
  );
}
