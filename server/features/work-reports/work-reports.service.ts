import { randomUUIDv7 } from 'node:crypto';
import { type OwnWorkReport, WORK_REPORT_LIMITS, type WorkReportSubmission } from '#contract/work-reports.ts';
import { monthRange, startOfDay } from '#domain/calendar.ts';
import { addDays, dateIn } from '#domain/dates.ts';
import { SHOWN_REPORTS } from '#domain/work-reports.ts';
import { isWorkUnit } from '#domain/work-units.ts';
import type { Context } from '#server/context.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import * as queries from './work-reports.queries.ts';

/** The end of the day after the report was made, in company time. */
function correctableUntil(createdAt: string, timeZone: string): Date {
  return startOfDay(addDays(dateIn(createdAt, timeZone), 2), timeZone);
}

type Size = { rows: number; characters: number };

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const charactersOf = ({ units, description, generalNotes }: Omit<queries.Correction, 'quantity'>) =>
  units.length + description.length + (generalNotes?.length ?? 0);

/** Refuses what would make a time entry's work reports, or those that the viewer wrote today, too large. */
async function requireRoom(
  { viewer, clock }: Context,
  transaction: Db,
  timeEntryId: string | null,
  added: Size,
  replaced: Size = { rows: 0, characters: 0 },
): Promise<void> {
  const { timeEntry, day } = WORK_REPORT_LIMITS;
  const dayStart = startOfDay(dateIn(clock.now(), viewer.timeZone), viewer.timeZone);
  const ofDay = await queries.sizeOfDay(transaction, viewer.companyId, viewer.userId, dayStart);
  const ofEntry = timeEntryId
    ? await queries.sizeOfEntry(transaction, viewer.companyId, timeEntryId)
    : { rows: 0, characters: 0 };
  const isOver = (size: Size, limit: Size) =>
    size.rows + added.rows > limit.rows || size.characters + added.characters > limit.characters;
  const withoutReplaced = {
    rows: ofEntry.rows - replaced.rows,
    characters: ofEntry.characters - replaced.characters,
  };
  if (isOver(ofDay, day) || isOver(withoutReplaced, timeEntry)) throw new AppError('work_report_limit');
}

/** Stores a work report, one row for each item (decisions.md §3). A repeated `clientReportId` returns the first answer. */
export const createWorkReports: Handler<'createWorkReports'> = async (context, { body: input }) => {
  const { db, viewer, clock } = context;
  const { companyId, userId } = viewer;
  if (input.userId && input.userId !== userId) throw new AppError('scan_of_another_person');
  const submissionId = input.clientReportId ?? randomUUIDv7();
  return db.transaction().execute(async (transaction) => {
    // A concurrent retry waits for the first attempt and then finds it.
    await lockTimeEntriesOf(transaction, companyId, userId);
    const known = await findSubmission(transaction);
    if (known) return known;
    const timeEntryId = await findEntry(transaction);
    const { items, generalNotes } = input;
    const characters = items.map((item) => charactersOf({ ...item, generalNotes }));
    await requireRoom(context, transaction, timeEntryId, { rows: items.length, characters: sum(characters) });
    await queries.insertSubmission(
      transaction,
      {
        companyId,
        userId,
        timeEntryId,
        submissionId,
        generalNotes,
        createdAt: clock.now().toISOString(),
      },
      items,
    );
    const stored = await findSubmission(transaction);
    if (!stored) throw new Error('a work report that was just stored is not there');
    return stored;
  });

  async function findEntry(transaction: Db): Promise<string | null> {
    const id = input.timeEntryId
      ? await queries.findOwnEntryId(transaction, companyId, userId, input.timeEntryId)
      : await queries.findLatestEntryId(transaction, companyId, userId);
    if (id) await queries.refuseApprovedMonth(transaction, companyId, id);
    // A colleague's entry is answered like an unknown one.
    else if (input.timeEntryId) throw new AppError('not_found');
    return id ?? null;
  }

  async function findSubmission(transaction: Db): Promise<WorkReportSubmission | undefined> {
    const items = await queries.findSubmission(transaction, companyId, userId, submissionId);
    const [first] = items;
    return first && { ...first, items };
  }
};

/** The viewer's own reports, newest first, with earlier versions. */
export const listWorkReports: Handler<'listWorkReports'> = (context, { query: { month } }) => {
  const during = month && monthRange(`${month}-01`, context.viewer.timeZone);
  return readOwn(context, context.db, during ? { during } : {});
};

async function readOwn({ viewer }: Context, db: Db, only: queries.OnlyReports): Promise<OwnWorkReport[]> {
  const limit = only.during ? SHOWN_REPORTS.ofMonth : SHOWN_REPORTS.newest;
  const rows = await queries.listReportsOf(db, viewer.companyId, viewer.userId, limit, only);
  const corrections = await queries.listCorrections(
    db,
    viewer.companyId,
    rows.map((row) => row.id),
  );
  const byReport = Map.groupBy(corrections, (correction) => correction.workReportId);
  return rows.map(({ locationName, ...report }) => ({
    ...report,
    location: locationName === null ? null : { name: locationName },
    correctableUntil: correctableUntil(report.createdAt, viewer.timeZone).toISOString(),
    corrections: (byReport.get(report.id) ?? []).map(
      ({ workReportId: _, firstName, lastName, ...correction }) => ({
        ...correction,
        author: { firstName, lastName },
      }),
    ),
  }));
}

/**
 * Corrects one of the viewer's own reports, until the end of the day after it was made in company time; the previous
 * contents are kept.
 */
export const updateWorkReport: Handler<'updateWorkReport'> = async (
  context,
  { params: { id }, body: input },
) => {
  const { db, viewer, clock } = context;
  return db.transaction().execute(async (transaction) => {
    // Concurrent reports of a person are counted one after the other.
    await lockTimeEntriesOf(transaction, viewer.companyId, viewer.userId);
    const before = await queries.findReportForUpdate(transaction, viewer.companyId, viewer.userId, id);
    if (!before) throw new AppError('not_found');
    if (!isWorkUnit(input.units) && input.units !== before.units) {
      throw invalidField('units', 'unitsUnknown');
    }
    const now = clock.now();
    if (now >= correctableUntil(before.createdAt, viewer.timeZone)) throw new AppError('report_closed');
    await requireRoom(
      context,
      transaction,
      before.timeEntryId,
      { rows: 1, characters: charactersOf(input) },
      { rows: 1, characters: charactersOf(before) },
    );
    await queries.correctReport(transaction, viewer.companyId, before, input, viewer.userId, now);
    const [after] = await readOwn(context, transaction, { id });
    if (!after) throw new AppError('not_found');
    return after;
  });
};
