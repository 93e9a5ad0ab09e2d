import type { EndpointRequest } from '#contract/index.ts';
import type { OverviewReport } from '#contract/reports.ts';
import { PDF, XLSX } from '#domain/media-types.ts';
import { entryKeys, sortRows, summaryKeys } from '#domain/report-rows.ts';
import type { CompanyContext, Context } from '#server/context.ts';
import { FileAnswer } from '#server/platform/http/file-answer.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { inTurn } from '#server/platform/in-turn.ts';
import { csvAnswer, type Table, tablesXlsx } from '#server/platform/table-files/tables.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { requireExport } from '../sheets/sheets.service.ts';
import { readNorm } from './norm.service.ts';
import { readOutput } from './output.service.ts';
import { type Reader, readOverview } from './overview.service.ts';
import * as tables from './report-tables.ts';
import { reportDailySummaries, reportTimeEntries } from './reports.service.ts';

type QueryOf = {
  getTimeEntriesReport: EndpointRequest<'getTimeEntriesReport'>['query'];
  getDailySummariesReport: EndpointRequest<'getDailySummariesReport'>['query'];
};

type TableFormat = 'json' | 'csv' | 'xlsx';

const wordsOf = ({ viewer, language }: Pick<Reader, 'viewer' | 'language'>): tables.Words => ({
  t: translator(language),
  language,
  timeZone: viewer.timeZone,
});

/** Who makes files too often waits; API keys have their own limit. */
async function takeTurn({ throttle, viewer }: CompanyContext): Promise<void> {
  if ('userId' in viewer) await throttle.take('sheets', String(viewer.userId));
}

/** Makes one file of the report's tables: the first as CSV, all as a workbook. */
async function tableFile(
  context: CompanyContext,
  report: string,
  query: { startDate: string; endDate: string; format: 'csv' | 'xlsx' },
  read: () => Promise<Table[]>,
): Promise<FileAnswer> {
  requireExport(context);
  await takeTurn(context);
  return inTurn(async () => {
    const found = await read();
    const name = `${report}-${query.startDate}-${query.endDate}`;
    const [first] = found;
    return query.format === 'csv' && first
      ? csvAnswer(first, context.language, name)
      : new FileAnswer(await tablesXlsx(found), XLSX, `${name}.xlsx`);
  });
}

/** The overview as a PDF in the reader's language. */
export async function overviewFile(context: Reader, report: OverviewReport): Promise<FileAnswer> {
  // Loaded when it is first needed: its libraries would slow the start of every server.
  const { overviewPdf } = await import('./overview-pdf.ts');
  const { startDate, endDate } = report.current;
  const bytes = await overviewPdf(report, context.viewer.companyName, wordsOf(context));
  return new FileAnswer(bytes, PDF, `overview-${startDate}-${endDate}.pdf`);
}

export const getOverviewReport: Handler<'getOverviewReport'> = async (
  context,
  { query: { format, table = 'bars', ...query } },
) => {
  if (format === 'json') return readOverview(context, query);
  if (format === 'pdf') {
    await takeTurn(context);
    return inTurn(async () => overviewFile(context, await readOverview(context, query)));
  }
  return tableFile(context, 'overview', { ...query, format }, async () => {
    const made = tables.overviewTables(await readOverview(context, query), wordsOf(context));
    // The one that is asked for comes first.
    return [made[table], ...Object.values(made).filter((each) => each !== made[table])];
  });
};

/** A report of one table: as JSON, or as a file. */
const report =
  <C extends CompanyContext, Q extends { startDate: string; endDate: string; format: TableFormat }, Rows>(
    name: string,
    read: (context: C, query: Q) => Promise<Rows>,
    tableOf: (rows: Rows, words: tables.Words) => Table,
  ) =>
  async (context: C, { query }: { query: Q }): Promise<Rows | FileAnswer> => {
    const { format } = query;
    if (format === 'json') return read(context, query);
    return tableFile(context, name, { ...query, format }, async () => [
      tableOf(await read(context, query), wordsOf(context)),
    ]);
  };

export const getNormReport = report(
  'norm',
  (context: Context, query: EndpointRequest<'getNormReport'>['query']) => readNorm(context, query),
  tables.normTable,
);
export const getOutputReport = report(
  'output',
  (context: Context, query: EndpointRequest<'getOutputReport'>['query']) => readOutput(context, query),
  tables.outputTable,
);
export const getTimeEntriesReport = report(
  'time-entries',
  async (context: CompanyContext, query: QueryOf['getTimeEntriesReport']) =>
    sortRows(await reportTimeEntries(context, query), entryKeys, query, context.language),
  tables.timeEntriesTable,
);
export const getDailySummariesReport = report(
  'daily-summaries',
  async (context: CompanyContext, query: QueryOf['getDailySummariesReport']) =>
    sortRows(await reportDailySummaries(context, query), summaryKeys, query, context.language),
  tables.dailySummariesTable,
);
