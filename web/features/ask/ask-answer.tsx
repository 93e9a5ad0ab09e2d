import { clsx } from 'clsx';
import type { AskAnswer, AskResult } from '#contract/ask.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DataTable } from '#web/ui/data-table.tsx';

/** The most rows of a table that the server sends, not counting the total. */
const MAX_ROWS = 200;

/** The text, if any, above the tables it is based on. */
export function AskAnswerView({ answer: { answer, note, results } }: { answer: AskAnswer }) {
  const { t } = useTranslation('ask');
  return (
    <div className="flex flex-col gap-4">
      {answer && (
        <div>
          <p className="wrap-anywhere whitespace-pre-line text-lg">{answer}</p>
          <p className="mt-1 text-ink-muted text-sm">{t('byModel')}</p>
        </div>
      )}
      {note && <Alert tone="attention">{note}</Alert>}
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer's tables never move.
        <ResultTable key={index} result={result} />
      ))}
    </div>
  );
}

type Row = { key: string; cells: string[] };

function ResultTable({ result }: { result: AskResult }) {
  const { t } = useTranslation('ask');
  const { tool, title, columns, rows, total, params } = result;
  const shown = Math.min(total, MAX_ROWS);
  const sum = rows[shown];
  const hero = columns.findIndex(({ isNumber }) => isNumber);
  const names = [...(params.people ?? []), ...(params.locations ?? [])];
  return (
    <div>
      <h4 className="font-medium">{title}</h4>
      {names.length > 0 && <p className="text-ink-muted text-sm">{t('only', { names: names.join(', ') })}</p>}
      <DataTable
        caption={title}
        className="mt-2"
        columns={columns.map(({ label, isNumber }, index) => ({
          id: String(index),
          header: label,
          cell: ({ cells }: Row) => (
            <span className={clsx(!isNumber && 'wrap-anywhere')}>{cells[index]}</span>
          ),
          numeric: isNumber,
          lead: index === 0,
          hero: index === hero,
          total: sum?.[index] || undefined,
        }))}
        rows={rows.slice(0, shown).map((cells, index) => ({ key: String(index), cells }))}
        rowKey={({ key }) => key}
        empty={<p className="p-4 text-ink-muted">{t(`empty.${tool}`)}</p>}
      />
      {shown < total && <p className="mt-2 text-ink-muted text-sm">{t('shownOf', { shown, total })}</p>}
    </div>
  );
}
