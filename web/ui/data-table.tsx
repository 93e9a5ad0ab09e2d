// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop a table's own roles when CSS changes its display.

import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronRight, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ReactNode, useId, useRef, useState } from 'react';

import { IconButton } from './button.tsx';

export type SortDirection = 'ascending' | 'descending';
export type Sort<ColumnId extends string = string> = { column: ColumnId; direction: SortDirection };

export type Column<Row, ColumnId extends string = string> = {
  id: ColumnId;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers: right-aligned, tabular figures. */
  numeric?: boolean;
  sortable?: boolean;
  /** The cell people look for first: the title of the card on a phone. */
  lead?: boolean;
  /** The figure people look for: large beside the title of the card on a phone. */
  hero?: boolean;
  /** Long text: the card's full width on a phone, the table's spare width elsewhere. */
  wide?: boolean;
  /** Without a label on a phone: says by itself what it is. */
  bare?: boolean;
  /** Buttons: without a label on a phone, omitted on paper. */
  actions?: boolean;
  /** The column's cell in the total row. */
  total?: ReactNode;
};

type DataTableProps<Row, ColumnId extends string> = {
  /** The label of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row, ColumnId>[];
  /** Sorted by the caller. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort<ColumnId>;
  onSortChange?: (sort: Sort<ColumnId>) => void;
  empty: ReactNode;
  /** What a row unfolds. On a phone the row is then one line: the cells that are neither `lead` nor `hero` belong into it. */
  detail?: { label: (row: Row) => string; content: (row: Row) => ReactNode };
  className?: string;
};

/** Fewer rows than this are all rendered, so that the browser's page search and printing include them. */
const VIRTUAL_FROM_ROWS = 200;
const ESTIMATED_ROW_PX = 49;

/** A sortable table with totals, cards on a phone; long lists scroll in a box of their own and render visible rows only. */
export function DataTable<Row, ColumnId extends string = string>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSortChange,
  empty,
  detail,
  className,
}: DataTableProps<Row, ColumnId>) {
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const isVirtual = !detail && rows.length >= VIRTUAL_FROM_ROWS;
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => frame.current,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 12,
  });
  const items = isVirtual ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index }));
  const spaceAbovePx = isVirtual ? (virtualizer.getVirtualItems()[0]?.start ?? 0) : 0;
  const spaceBelowPx = isVirtual
    ? virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0)
    : 0;
  const hasHero = columns.some((column) => column.hero);
  const hasTotals = rows.length > 0 && columns.some((column) => column.total !== undefined);

  return (
    <section
      ref={frame}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className={clsx(
        'relative overflow-auto rounded-lg border border-hairline bg-surface',
        // What has the focus is never under the head or the total.
        isVirtual && 'max-h-[80dvh] scroll-py-14',
        'print:max-h-none print:overflow-visible print:border-0',
        className,
      )}
    >
      <table
        role="table"
        aria-label={caption}
        aria-rowcount={rows.length + 1 + (hasTotals ? 1 : 0)}
        className="block w-full border-separate border-spacing-0 text-left tabular:table print:[&_:is(td,th)]:px-2! print:[&_:is(td,th)]:py-1! print:[&_:is(td,th)]:text-xs!"
      >
        <thead
          role="rowgroup"
          className={clsx('block bg-surface tabular:table-header-group', isVirtual && 'sticky top-0 z-10')}
        >
          <tr
            role="row"
            aria-rowindex={1}
            className="flex flex-wrap gap-x-1 border-hairline border-b px-2 tabular:table-row tabular:border-0"
          >
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSortChange={onSortChange} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block tabular:table-row-group">
          {rows.length === 0 && (
            <tr role="row" className="block tabular:table-row">
              <td role="cell" colSpan={columns.length} className="block tabular:table-cell">
                {empty}
              </td>
            </tr>
          )}
          <Spacer heightPx={spaceAbovePx} />
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = rowKey(row);
            const isUnfolded = unfolded.has(key);
            const toggle = () =>
              setUnfolded(isUnfolded ? unfolded.difference(new Set([key])) : unfolded.union(new Set([key])));
            return (
              <Fragment key={key}>
                <tr
                  ref={isVirtual ? virtualizer.measureElement : undefined}
                  data-index={index}
                  role="row"
                  aria-rowindex={index + 2}
                  className={clsx(
                    'grid gap-x-4 gap-y-2 border-hairline border-b px-4 py-3 last:border-b-0 hover:bg-sunken tabular:table-row tabular:p-0',
                    detail ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-2',
                  )}
                >
                  {columns.map((column) => (
                    <BodyCell
                      key={column.id}
                      column={column}
                      hasHero={hasHero}
                      hasDetail={detail !== undefined}
                    >
                      {detail && column.lead ? (
                        <span className="flex items-start gap-2">
                          <IconButton
                            label={detail.label(row)}
                            aria-expanded={isUnfolded}
                            aria-controls={isUnfolded ? `${id}-${key}` : undefined}
                            className="-my-2.5 -ml-3 print:hidden"
                            onClick={toggle}
                          >
                            <ChevronRight
                              className={clsx(
                                'size-5 transition-transform duration-150',
                                isUnfolded && 'rotate-90',
                              )}
                              aria-hidden="true"
                            />
                          </IconButton>
                          <span className="min-w-0">{column.cell(row)}</span>
                        </span>
                      ) : (
                        column.cell(row)
                      )}
                    </BodyCell>
                  ))}
                </tr>
                {detail && isUnfolded && (
                  <tr role="row" className="block bg-sunken tabular:table-row">
                    <td
                      role="cell"
                      id={`${id}-${key}`}
                      colSpan={columns.length}
                      className="block border-hairline border-b px-4 py-4 tabular:table-cell tabular:pl-13"
                    >
                      {detail.content(row)}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
          <Spacer heightPx={spaceBelowPx} />
        </tbody>
        {hasTotals && (
          <tfoot
            role="rowgroup"
            className={clsx(
              'block bg-sunken tabular:table-footer-group',
              isVirtual && 'sticky bottom-0 z-10',
            )}
          >
            <tr
              role="row"
              aria-rowindex={rows.length + 2}
              className="flex items-baseline justify-between gap-4 border-hairline border-t px-4 py-3 tabular:table-row tabular:border-0 tabular:p-0"
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  className={clsx(
                    'font-semibold tabular:border-hairline tabular:border-t tabular:px-3 tabular:py-3 tabular:first:pl-4 tabular:last:pr-4',
                    column.numeric && 'figures text-right',
                    column.actions && 'print:hidden',
                    column.total === undefined &&
                      (column.actions ? 'hidden md:table-cell' : 'hidden tabular:table-cell'),
                  )}
                >
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

type HeaderCellProps<Row, ColumnId extends string> = {
  column: Column<Row, ColumnId>;
  sort: Sort<ColumnId> | undefined;
  onSortChange: ((sort: Sort<ColumnId>) => void) | undefined;
};

function HeaderCell<Row, ColumnId extends string>({
  column,
  sort,
  onSortChange,
}: HeaderCellProps<Row, ColumnId>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const canSort = column.sortable && onSortChange;
  const Arrow = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      className={clsx(
        'whitespace-nowrap font-medium text-ink-muted text-sm tabular:border-hairline tabular:border-b tabular:px-3 tabular:first:pl-4 tabular:last:pr-4',
        column.numeric && 'tabular:text-right',
        column.wide && 'tabular:w-2/5',
        column.actions && 'print:hidden',
        !canSort && 'cards:sr-only tabular:py-3',
      )}
    >
      {canSort ? (
        <button
          type="button"
          onClick={() =>
            onSortChange({
              column: column.id,
              direction: direction === 'ascending' ? 'descending' : 'ascending',
            })
          }
          className={clsx(
            'inline-flex min-h-11 print:contents items-center gap-1 rounded-sm px-2 font-medium hover:text-ink focus-visible:-outline-offset-2 tabular:-mx-2',
            direction && 'text-ink',
            column.numeric && 'tabular:flex-row-reverse',
          )}
        >
          {column.header}
          <Arrow
            className={clsx('size-4 shrink-0 print:hidden', !direction && 'opacity-60')}
            aria-hidden="true"
          />
        </button>
      ) : (
        <span className={clsx(column.actions && 'sr-only')}>{column.header}</span>
      )}
    </th>
  );
}

type BodyCellProps<Row, ColumnId extends string> = {
  column: Column<Row, ColumnId>;
  hasHero: boolean;
  hasDetail: boolean;
  children: ReactNode;
};

function BodyCell<Row, ColumnId extends string>({
  column,
  hasHero,
  hasDetail,
  children,
}: BodyCellProps<Row, ColumnId>) {
  return (
    <td
      role="cell"
      className={clsx(
        'min-w-0 align-top tabular:border-hairline tabular:border-b tabular:px-3 tabular:py-3 tabular:first:pl-4 tabular:last:pr-4',
        column.numeric && 'figures tabular:whitespace-nowrap tabular:text-right',
        column.hero && 'cards:-order-1 cards:text-right cards:font-bold cards:text-xl cards:leading-6',
        column.actions && 'tabular:w-0 tabular:text-right print:hidden',
        (column.wide || column.actions || (column.lead && !hasHero)) && 'col-span-2',
        column.lead && 'font-semibold cards:-order-2 tabular:min-w-36',
        column.wide && 'tabular:min-w-40',
        hasDetail && !column.lead && !column.hero && 'cards:hidden',
      )}
    >
      {!column.lead && !column.actions && !column.bare && !hasDetail && (
        <span
          aria-hidden="true"
          className={clsx(
            'font-normal text-ink-muted text-sm tabular:hidden',
            column.hero ? 'mr-2' : 'block',
          )}
        >
          {column.header}
        </span>
      )}
      {children}
    </td>
  );
}

function Spacer({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row holds nothing that takes the focus.
    <tr aria-hidden="true" className="block tabular:table-row">
      <td className="block p-0 tabular:table-cell" style={{ height: heightPx }} />
    </tr>
  );
}
