import { isDeepStrictEqual } from 'node:util';
import type { Updateable } from 'kysely';
import type { Employee } from '#contract/employees.ts';
import type { EndpointRequest } from '#contract/index.ts';
import type { Context, Services } from '#server/context.ts';
import type { Users } from '#server/generated/types.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { appendToLedger } from '#server/platform/ledger/ledger.ts';
import { requireEmploymentChange } from '../work-rules/work-rules.service.ts';
import { findPersonalCode } from './employees.queries.ts';

type Input = Pick<
  EndpointRequest<'createEmployee'>['body'],
  'payrollNo' | 'position' | 'employedFrom' | 'employedTo' | 'terms' | 'personalCode' | 'personalNumber'
>;

/** What figures of hours depend on; the ledger records its changes. */
export type EmploymentFacts = Pick<Employee, 'id' | 'employedFrom' | 'employedTo' | 'terms'>;
const employmentFacts = ({ employedFrom, employedTo, terms }: EmploymentFacts) => ({
  employedFrom,
  employedTo,
  terms,
});

/** The facts of a person's employment before and after the input; undefined if it changes none. */
export async function requireEmployment(
  { viewer }: Context,
  transaction: Db,
  employee: EmploymentFacts,
  { employedFrom, employedTo, terms }: Pick<Input, 'employedFrom' | 'employedTo' | 'terms'>,
) {
  const before = employmentFacts(employee);
  const after = {
    employedFrom: employedFrom === undefined ? before.employedFrom : employedFrom,
    employedTo: employedTo === undefined ? before.employedTo : employedTo,
    terms: terms?.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)) ?? before.terms,
  };
  if (after.employedFrom && after.employedTo && after.employedTo < after.employedFrom) {
    throw invalidField(employedTo ? 'employedTo' : 'employedFrom', 'dateOrder');
  }
  if (isDeepStrictEqual(before, after)) return undefined;
  // Holds the approval of months off.
  await lockTimeEntriesOf(transaction, viewer.companyId, employee.id);
  await requireEmploymentChange(transaction, viewer, { userId: employee.id, before, after });
  return { before, after };
}

/**
 * The columns to update for what the input says about the person's employment; undefined if it says nothing. A change of
 * the dates of employment or the agreed hours goes into the ledger; `changesHours` says whether there is one.
 */
export async function changeEmployment(
  context: Context,
  transaction: Db,
  employee: EmploymentFacts,
  input: Input,
): Promise<{ columns: Updateable<Users>; changesHours: boolean } | undefined> {
  const { viewer, clock, secretBox } = context;
  const { payrollNo, position, employedFrom, employedTo, terms, personalCode, personalNumber } = input;
  const given = [payrollNo, position, employedFrom, employedTo, terms, personalCode, personalNumber];
  if (given.every((value) => value === undefined)) return undefined;
  const why = await requireEmployment(context, transaction, employee, input);
  if (why) {
    const act = { kind: 'employment-changed', actorId: viewer.userId, at: clock.now(), why } as const;
    await appendToLedger(transaction, viewer.companyId, act, { userId: employee.id });
  }
  const after = why?.after ?? employmentFacts(employee);
  const columns = {
    ...(payrollNo !== undefined && { payrollNo }),
    ...(position !== undefined && { position }),
    ...(personalNumber !== undefined && { personalNumber }),
    ...(personalCode !== undefined && {
      personalCode: personalCode ? await secretBox.seal(personalCode, employee.id) : null,
    }),
    employedFrom: after.employedFrom,
    employedTo: after.employedTo,
    workTerms: JSON.stringify(after.terms),
  };
  return { columns, changesHours: why !== undefined };
}

/** The personal code in the clear; null if there is none, or the installation's key is another one. */
export async function openPersonalCode(
  secretBox: Services['secretBox'],
  userId: string,
  sealed: Buffer | null,
): Promise<string | null> {
  return sealed && secretBox.open(sealed, userId);
}

export const getPersonalCode: Handler<'getPersonalCode'> = async (
  { db, viewer, secretBox },
  { params: { id } },
) => {
  const found = await findPersonalCode(db, viewer.companyId, id);
  if (!found) throw new AppError('not_found');
  return { personalCode: await openPersonalCode(secretBox, found.id, found.personalCode) };
};
