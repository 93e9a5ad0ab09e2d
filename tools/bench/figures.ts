export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The same on an installed PostgreSQL as it comes, instead of the embedded one. */
  installed?: number;
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

/** An installed PostgreSQL may take this many times as long as the embedded one. */
const installedAtMost = 1.5;

/** How many times as long the installed PostgreSQL takes; undefined if the figure is not one of time. */
function slowdown({ value, installed, unit }: Figure): number | undefined {
  if (installed === undefined) return undefined;
  if (unit === '/s') return value / installed;
  return unit === 'ms' || unit === 'µs' ? installed / value : undefined;
}

export function isMet(figure: Figure): boolean {
  const { value, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = figure;
  return value <= atMost && value >= atLeast && (slowdown(figure) ?? 0) <= installedAtMost;
}

/** Adds to each figure its value on the installed PostgreSQL. */
export function sideBySide(embedded: Figure[], installed: Figure[]): Figure[] {
  const values = new Map(installed.map(({ name, value }) => [name, value]));
  return embedded.map((figure) => {
    const value = values.get(figure.name);
    return value === undefined ? figure : { ...figure, installed: value };
  });
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

function row(figure: Figure): string[] {
  const { name, value, unit, installed, atMost, atLeast, note = '' } = figure;
  const limit = atMost === undefined ? (atLeast === undefined ? '' : `≥ ${atLeast}`) : `≤ ${atMost}`;
  const times = slowdown(figure);
  return [
    name,
    `${number.format(value)} ${unit}`,
    installed === undefined ? '' : `${number.format(installed)} ${unit}`,
    times === undefined ? '' : `${times.toFixed(2)} ×`,
    limit && `${limit} ${isMet(figure) ? '✓' : '✗'}`,
    note,
  ];
}

/** The figures as a Markdown table for docs/performance.md. */
export function toTable(figures: Figure[]): string {
  const heading = ['Figure', 'Value', 'Installed', `≤ ${installedAtMost} ×`, 'Limit', 'Note'];
  const rows = [heading, ...figures.map(row)];
  const isSideBySide = figures.some(({ installed }) => installed !== undefined);
  const cells = isSideBySide ? rows : rows.map((row) => row.toSpliced(2, 2));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join(
    '\n',
  );
}
