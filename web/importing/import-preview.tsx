import { useState } from 'react';
import type { ImportRow } from '#contract/imports.ts';
import type { AreaKey } from '#web/i18n/areas.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { type FileKind, kindNameOf } from './use-import-file.ts';

const OUTCOMES = ['invalid', 'new', 'changed', 'unchanged'] as const;
const TONES = { new: 'working', changed: 'attention', unchanged: 'neutral', invalid: 'destructive' } as const;

/** What becomes of each row, those of one outcome or all. */
export function ImportPreview({ kind, rows }: { kind: FileKind; rows: ImportRow[] }) {
  const { t } = useTranslation('import');
  const filters = [
    { filter: 'all' as const, shown: rows },
    ...OUTCOMES.map((filter) => ({ filter, shown: rows.filter(({ outcome }) => outcome === filter) })),
    { filter: 'notes' as const, shown: rows.filter(({ notes }) => notes.length > 0) },
  ].filter(({ filter, shown }) => filter === 'all' || shown.length > 0);
  const [chosen, setChosen] = useState(
    filters.some(({ filter }) => filter === 'invalid') ? 'invalid' : 'all',
  );
  // Another file may have none of these.
  const { filter, shown } = filters.find((each) => each.filter === chosen) ?? { filter: 'all', shown: rows };
  // Days are named by their number.
  const nameOf = (path: string) =>
    /^\d+$/.test(path) ? path : t(`columns.${kindNameOf(kind)}.${path}` as AreaKey<'import'>);
  const columns: Column<ImportRow>[] = [
    {
      id: 'name',
      header: kind === 'employees' ? nameOf('firstName') : nameOf('name'),
      cell: ({ name }) => <span className="wrap-anywhere">{name || '–'}</span>,
      lead: true,
    },
    { id: 'line', header: t('line'), cell: ({ line }) => line, numeric: true },
    {
      id: 'outcome',
      header: t('outcome'),
      cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{t(`rowOutcomes.${outcome}`)}</Badge>,
    },
    {
      id: 'details',
      header: t('details'),
      wide: true,
      cell: ({ changes, issues, notes }) => (
        <ul className="wrap-anywhere flex flex-col gap-1 text-sm">
          {[...issues, ...notes].map(({ path, message }) => (
            <li key={path + message}>{path ? `${nameOf(path)}: ${message}` : message}</li>
          ))}
          {changes.map(({ path, before, after }) => (
            <li key={path}>
              {nameOf(path)}: {before && <del className="text-ink-muted">{before}</del>}{' '}
              <ins className="no-underline">{after}</ins>
            </li>
          ))}
        </ul>
      ),
    },
  ];
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('outcome')}</legend>
        {filters.map((each) => (
          <Button
            key={each.filter}
            variant="secondary"
            size="small"
            aria-pressed={filter === each.filter}
            onClick={() => setChosen(each.filter)}
          >
            {t(`outcomes.${each.filter}`)}: {each.shown.length}
          </Button>
        ))}
      </fieldset>
      <DataTable
        key={filter}
        caption={t('table')}
        columns={columns}
        rows={shown}
        rowKey={({ line }) => String(line)}
        empty={<p className="p-4">{t('empty')}</p>}
        className="max-h-[50dvh]! min-h-0"
      />
    </>
  );
}
