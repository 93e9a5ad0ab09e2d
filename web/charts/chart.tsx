import { BarChart3, Table2 } from 'lucide-react';
import { createContext, type ReactNode, use, useId, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { type ChartData, describeBar } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { Columns } from './columns.tsx';
import { FILL_COUNT, Fills, Swatch } from './fills.tsx';
import { Rows } from './rows.tsx';

type ChartProps = ChartData & {
  /** A histogram's columns touch. */
  kind: 'columns' | 'histogram' | 'rows';
  /** One sentence that says what the chart shows. */
  summary: string;
  aside?: ReactNode;
};

/** Whether the charts below one switch are tables; null: each has its own. */
const AsTables = createContext<boolean | null>(null);

/** Several charts with one switch, beside `head`, that shows all of them as tables. */
export function ChartGroup({ head, children }: { head: ReactNode; children: ReactNode }) {
  const [isTable, setIsTable] = useState(false);
  return (
    <AsTables value={isTable}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        {head}
        <TableSwitch isTable={isTable} onChange={setIsTable} />
      </div>
      {children}
    </AsTables>
  );
}

function TableSwitch({
  isTable,
  onChange,
  disabled,
}: {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
  disabled?: boolean;
}) {
  const { t } = useTranslation('charts');
  const Icon = isTable ? BarChart3 : Table2;
  return (
    <Button
      size="small"
      variant="secondary"
      disabled={disabled}
      className="print:hidden"
      icon={<Icon className="size-4" aria-hidden="true" />}
      onClick={() => onChange(!isTable)}
    >
      {t(isTable ? 'showChart' : 'showTable')}
    </Button>
  );
}

/** Bars that are links, with a summary and the same figures as a table. Adds nothing up. */
export function Chart({ kind, summary, aside, ...data }: ChartProps) {
  const { t } = useTranslation('charts');
  const id = useId();
  const ofGroup = use(AsTables);
  const [isOwnTable, setIsOwnTable] = useState(false);
  const isTable = ofGroup ?? isOwnTable;
  const [pointedId, setPointedId] = useState<string>();
  const { title, bars } = data;
  const pointed = bars.find((bar) => bar.id === pointedId);
  const Drawing = kind === 'rows' ? Rows : Columns;
  return (
    <Card className="break-inside-avoid-page">
      <CardHeader
        title={<span id={`${id}title`}>{title}</span>}
        className="max-sm:flex-col max-sm:gap-2"
        aside={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            {aside}
            {ofGroup === null && (
              <TableSwitch isTable={isTable} onChange={setIsOwnTable} disabled={bars.length === 0} />
            )}
          </div>
        }
      />
      <CardBody className="flex flex-col gap-3 pt-2!">
        <p id={`${id}summary`} className="figures max-w-prose text-ink-muted">
          {summary}
        </p>
        {bars.length === 0 && <p className="py-6 text-center text-ink-muted">{t('empty')}</p>}
        {bars.length > 0 && isTable && <ChartTable {...data} />}
        {bars.length > 0 && !isTable && (
          <figure aria-labelledby={`${id}title`} aria-describedby={`${id}summary`} className="min-w-0">
            <Key {...data} fillId={id} />
            {/* Says what is pointed at, beside the finger; screen readers have it as the names of the links. */}
            <p aria-hidden="true" className="figures min-h-6 text-sm print:hidden">
              {pointed && describeBar(pointed, data)}
            </p>
            <Drawing
              {...data}
              fillId={id}
              isTight={kind === 'histogram'}
              describe={(bar) => describeBar(bar, data)}
              onPoint={setPointedId}
            />
          </figure>
        )}
      </CardBody>
    </Card>
  );
}

/** The looks of the series, and the line that bars are compared with. */
function Key({ series, markLabel, fillId }: ChartData & { fillId: string }) {
  const { t } = useTranslation('charts');
  const named = series.length > FILL_COUNT + 1 ? series.slice(0, FILL_COUNT) : series;
  const parts = named.map(({ label }) => label);
  if (named.length < series.length) parts.push(t('others', { count: series.length - named.length }));
  return (
    <figcaption>
      <svg width="0" height="0" className="absolute" aria-hidden="true">
        <Fills id={fillId} />
      </svg>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm empty:hidden">
        {series.length > 1 &&
          parts.map((label, index) => (
            <li key={label} className="flex min-w-0 items-center gap-2">
              <Swatch id={fillId} index={index} />
              <span className="wrap-anywhere min-w-0">{label}</span>
            </li>
          ))}
        {markLabel && (
          <li className="flex items-center gap-2">
            <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
              <path d="M0 8h16" className="stroke-attention" strokeWidth="4" />
            </svg>
            {markLabel}
          </li>
        )}
      </ul>
    </figcaption>
  );
}
