import { Link } from 'react-router';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { type Bar, type ChartData, totalText, valueText } from './chart-data.ts';

/** The figures of a chart as the product's table, each row leading where its bar does. */
export function ChartTable(data: ChartData) {
  const { title, series, bars, markLabel, headers, format } = data;
  const columns: Column<Bar>[] = [
    {
      id: 'bar',
      header: headers.bar,
      lead: true,
      cell: ({ label, to }) =>
        to ? (
          <TextLink asChild>
            <Link to={to}>{label}</Link>
          </TextLink>
        ) : (
          label
        ),
    },
    ...(series.length > 1 ? series : []).map(({ id, label }, index) => ({
      id,
      header: label,
      numeric: true,
      cell: (bar: Bar) => valueText(bar, index, data) ?? '–',
    })),
    { id: 'total', header: headers.total, numeric: true, hero: true, cell: (bar) => totalText(bar, data) },
  ];
  if (markLabel) {
    columns.push({
      id: 'mark',
      header: markLabel,
      numeric: true,
      cell: ({ mark }) => (mark == null ? '–' : format(mark)),
    });
  }
  return <DataTable caption={title} columns={columns} rows={bars} rowKey={({ id }) => id} empty={null} />;
}
