import type { EndpointRequest } from '#contract/index.ts';
import type { OverviewReport } from '#contract/reports.ts';
import { PDF, XLSX } from '#domain/media-types.ts';
import type { CompanyContext, Context } from '#server/context.ts';
import { FileAnswer } from '#server/platform/http/file-answer.ts';
import { translator } from '#server/platform/i18n.ts';
import { inTurn } from '#server/platform/in-turn.ts';
import { type Table, tableCsv, tablesXlsx } from '#server/platform/tables.ts';
import { requireExport } from '../sheets/sheets.service.ts';
import { readNorm } from './norm.service.ts';
import { readOutput } from './output.service.ts';
import { type Reader, readOverview } from './overview.service.ts';
import * as tables from './report-tables.ts';
import { reportDailySummaries, reportTimeEntries } from './reports.service.ts';

type QueryOf = {
  getOverviewReport: EndpointRequest<'getOverviewReport'>['query'];
  getNormReport: EndpointRequest<'getNormReport'>['query'];
  getOutputReport: EndpointRequest<'getOutputReport'>['query'];
  getTimeEntriesReport: EndpointRequest<'getTimeEntriesReport'>['query'];
  getDailySummariesReport: EndpointRequest<'getDailySummariesReport'>['query'];
};

const fileName = (
  report: string,
  { startDate, endDate }: { startDate: string; endDate: string },
  ending: string,
) => `${report}-${startDate}-${endDate}.${ending}`;

const wordsOf = ({ viewer, language }: Pick<Reader, 'viewer' | 'language'>): tables.Words => ({
  t: translator(language),
  language,
  timeZone: viewer.timeZone,
});

/** Who makes files too often waits; API keys have their own limit. */
async function takeTurn({ throttle, viewer }: CompanyContext): Promise<void> {
  if ('userId' in viewer) await throttle.take('sheets', String(viewer.userId));
}

/** Makes one file of the report's tables: the first as CSV, all as a workbook. Throws plan_limit_reached, too_many_requests. */
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
    const name = fileName(report, query, query.format);
    const [first] = found;
    return query.format === 'csv' && first
      ? new FileAnswer(Buffer.from(tableCsv(first, context.language)), 'text/csv; charset=utf-8', name)
      : new FileAnswer(await tablesXlsx(found), XLSX, name);
  });
}

/** The overview as a PDF in the reader's language. */
export async function overviewFile(context: Reader, report: OverviewReport): Promise<FileAnswer> {
  // Loaded when it is first needed: its libraries would slow the start of every server.
  const { overviewPdf } = await import('./overview-pdf.ts');
  const bytes = await overviewPdf(report, context.viewer.companyName, wordsOf(context));
  return new FileAnswer(bytes, PDF, fileName('overview', report.current, 'pdf'));
}

export async function getOverview(
  context: Context,
  { format, table = 'bars', ...query }: QueryOf['getOverviewReport'],
): Promise<OverviewReport | FileAnswer> {
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
}

export async function getNorm(context: Context, query: QueryOf['getNormReport']) {
  const { format } = query;
  if (format === 'json') return readNorm(context, query);
  return tableFile(context, 'norm', { ...query, format }, async () => [
    tables.normTable(await readNorm(context, query), wordsOf(context)),
  ]);
}

export async function getOutput(context: Context, query: QueryOf['getOutputReport']) {
  const { format } = query;
  if (format === 'json') return readOutput(context, query);
  return tableFile(context, 'output', { ...query, format }, async () => [
    tables.outputTable(await readOutput(context, query), wordsOf(context)),
  ]);
}

export async function getTimeEntries(context: CompanyContext, query: QueryOf['getTimeEntriesReport']) {
  const { format } = query;
  if (format === 'json') return reportTimeEntries(context, query);
  return tableFile(context, 'time-entries', { ...query, format }, async () => [
    tables.timeEntriesTable(await reportTimeEntries(context, query), wordsOf(context)),
  ]);
}

export async function getDailySummaries(context: CompanyContext, query: QueryOf['getDailySummariesReport']) {
  const { format } = query;
  if (format === 'json') return reportDailySummaries(context, query);
  return tableFile(context, 'daily-summaries', { ...query, format }, async () => [
    tables.dailySummariesTable(await reportDailySummaries(context, query), wordsOf(context)),
  ]);
}
