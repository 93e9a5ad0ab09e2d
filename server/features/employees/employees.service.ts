import type { Employee } from '#contract/employees.ts';
import type { EndpointRequest } from '#contract/index.ts';
import type { Role } from '#contract/policy.ts';
import { dateIn } from '#domain/dates.ts';
import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import { fullName } from '#domain/names.ts';
import { needsAttention } from '#domain/shifts.ts';
import { type CompanyContext, type Context, countingOf } from '#server/context.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { readPage } from '#server/platform/http/pages.ts';
import { appendToLedger, usedApiKey } from '#server/platform/ledger/ledger.ts';
import { mailCompanyOf } from '#server/platform/mail/compose-mail.ts';
import { deleteHeldMails } from '#server/platform/mail/held-mail.queries.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';
import { securityMail } from '#server/platform/mail/security-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  countActiveAdmins,
  listActiveAdmins,
  listDigestRecipients,
  lockCompany,
  removeDigestRecipients,
} from '../company/company.queries.ts';
import { noteDigestChange } from '../company/digest-recipients.service.ts';
import { deletePasskeysOf } from '../identity/passkeys.queries.ts';
import { hashPassword } from '../identity/passwords.ts';
import { deleteSecondFactor } from '../identity/proof.queries.ts';
import { endSessionsOf, listSessions } from '../identity/sessions.queries.ts';
import { refuseWeakPassword } from '../identity/weak-passwords.ts';
import { insertRecipientOfEarlier } from '../messages/messages.queries.ts';
import { removeMonthRecipients } from '../sheets/sheet-settings.service.ts';
import { requireRoomFor } from '../subscription/subscription.service.ts';
import { closeOpenEntries } from '../time-entries/time-entry-changes.queries.ts';
import {
  type AccountState,
  factsOf,
  haveSameMailbox,
  notifyOfAccountChange,
  requireProofOfChange,
  withinMailLimits,
} from './account-changes.ts';
import { requestEmailChange } from './email-changes.service.ts';
import * as queries from './employees.queries.ts';
import { changeEmployment, type EmploymentFacts } from './employment.service.ts';
import { giveLink, givePassword } from './invitations.service.ts';

const FROM_THE_BEGINNING = new Date(0).toISOString();

const recentNoticesMs = 30 * 24 * 60 * 60 * 1000;

type EmployeeInput = EndpointRequest<'createEmployee'>['body'];

/** The employees in the scope, in the order in which they were added; managers and accountants get no e-mail addresses. */
export const listPeople: Handler<'listPeople'> = async (context, { query }) => {
  const { db, scope } = context;
  const people = await readPage(
    context,
    query,
    (page) => queries.listEmployees(db, context.viewer.companyId, scope, page),
    ({ createdAt, id }) => [createdAt, id],
  );
  const { viewer }: { viewer: CompanyContext['viewer'] & { role?: Role } } = context;
  // An API key has no role.
  const mayKnow = viewer.role === undefined || viewer.role === 'admin';
  return mayKnow ? people : people.map((person) => ({ ...person, email: null }));
};

/** The company's employees in the scope, in the order in which they were added; not the deleted ones. */
export const listEmployees: Handler<'listEmployees'> = ({ db, viewer, scope }) =>
  queries.listEmployees(db, viewer.companyId, scope);

const shownMessages = 10;

/**
 * What there is to see of a person: managers learn nothing about account and employment, accountants nothing about the
 * account.
 */
export const getEmployee: Handler<'getEmployee'> = async (context, { params: { id } }) => {
  const { db, viewer, scope, clock } = context;
  const { companyId } = viewer;
  const found = await queries.findDetails(db, companyId, scope, id);
  if (!found) throw new AppError('not_found');
  const { openEntry, employment, ...person } = found;
  const account =
    viewer.role === 'admin'
      ? await queries.findAccountDetails(db, companyId, person.id, shownMessages)
      : undefined;
  // Visitors of the demo share its accounts: their devices are each other's.
  const sessions =
    account && companyId !== SHARED_DEMO_COMPANY_ID
      ? await listSessions(db, clock, { companyId, userId: person.id }, undefined)
      : [];
  return {
    ...person,
    atWork: openEntry && {
      ...openEntry,
      needsAttention: needsAttention({ ...openEntry, checkOut: null }, countingOf(context)),
    },
    employment: scope.kind === 'all' ? employment : null,
    account: account
      ? {
          ...account,
          devices: sessions.map(({ id, device, lastUsedAt }) => ({
            id,
            device,
            lastUsedOn: dateIn(lastUsedAt, viewer.timeZone),
          })),
        }
      : null,
  };
};

/** Deleted employees whose records are still kept, the last deleted first. */
export const listFormerEmployees: Handler<'listFormerEmployees'> = ({ db, viewer }) =>
  queries.listFormerEmployees(db, viewer.companyId);

/**
 * Adds an employee. Somebody with an e-mail address is mailed a link by which they choose how to sign in, or the password
 * that was set (decisions.md §4 and §11), in the company's language; an inactive one when activated. A new administrator
 * takes the viewer's proof and is announced to all administrators.
 * Anybody but an employee needs an e-mail address.
 */
export const createEmployee: Handler<'createEmployee'> = async (context, { body: input }) => {
  const email = input.email ?? null;
  const person = { ...input, email };
  if (input.password) refuseWeakPassword(input.password, person);
  if (input.role !== 'employee') {
    if (!email) throw invalidField('email', 'email');
    await requireProofOfChange(context, input);
  }
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  const create = (transaction: Db) =>
    addEmployee(context, transaction, person, { passwordHash, isTold: true });
  if (input.isActive === false || !email) return inTransaction(context, create);
  return withinMailLimits(context, email, () => inTransaction(context, create));
};

/**
 * Adds an employee in the caller's transaction, after `createEmployee`'s checks. With `isTold` somebody with an e-mail address is
 * mailed how to sign in.
 */
export async function addEmployee(
  context: Context,
  transaction: Db,
  input: EmployeeInput,
  { passwordHash, isTold }: { passwordHash: string | null; isTold: boolean },
): Promise<Employee> {
  const { viewer, clock } = context;
  if (input.role !== 'accountant') await requireRoomFor(context, transaction, 'employees');
  const admins = await listActiveAdmins(transaction, viewer.companyId);
  const id = await queries.insertUser(transaction, {
    companyId: viewer.companyId,
    email: input.email ?? null,
    passwordHash,
    firstName: input.firstName,
    lastName: input.lastName,
    role: input.role,
    isActive: input.isActive ?? true,
    deactivatedAt: input.isActive === false ? clock.now().toISOString() : null,
    mustChangePassword: true,
    createdAt: clock.now().toISOString(),
  });
  await setLocations(context, transaction, id, input);
  await changeFacts(context, transaction, { id, employedFrom: null, employedTo: null, terms: [] }, input);
  const employee = await queries.readEmployee(transaction, viewer.companyId, id);
  const given = { by: viewer.userId, at: clock.now() };
  await queries.noteAccess(transaction, { companyId: viewer.companyId, userId: employee.id }, given);
  await recordAdministrator(context, transaction, undefined, employee, 'created');
  await recordRole(context, transaction, undefined, employee);
  if (employee.isActive) {
    await giveRecentNotices(context, transaction, employee.id);
    if (isTold) await giveAccess(context, transaction, employee, input.password, 'welcome');
  }
  if (employee.role !== 'employee') {
    const facts = factsOf(context, employee, { role: employee.role, state: 'created' });
    // An inactive one is told when activated.
    const recipients = employee.isActive ? [employee, ...admins] : admins;
    await notifyOfAccountChange(context, transaction, recipients, facts);
  }
  return queries.readEmployee(transaction, viewer.companyId, id);
}

/**
 * Changes somebody's names and what is known of their employment, in the caller's transaction, which holds the company's row.
 */
export async function changeFacts(
  context: Context,
  transaction: Db,
  before: EmploymentFacts,
  input: Partial<EmployeeInput>,
): Promise<void> {
  const employment = await changeEmployment(context, transaction, before, input);
  const { firstName, lastName } = input;
  await queries.updateUser(transaction, context.viewer.companyId, before.id, {
    ...employment?.columns,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  });
  // An earlier month may have other hours now, and with it the week or the period of an approved one.
  if (employment?.changesHours)
    await context.refuseSealedMonthChanges(context, transaction, before.id, FROM_THE_BEGINNING);
}

/**
 * Changes an employee. A new password is mailed to its owner, who must replace it; it ends their sessions, as deactivation
 * does. Administrators change their own password on the account page, which asks for the current one. Deactivation also
 * ends an open time entry, because nobody could check out of it any more. Deactivated employees get no mail; a reactivated
 * one gets the recent messages to everyone, and a link if the first one was never used.
 * A new e-mail address counts once it is confirmed, and can be undone from the old one (decisions.md §11). An employee's can
 * be removed at once.
 * A change of e-mail address or role, and of another administrator's password or state, takes the viewer's proof, ends
 * the person's sessions and is announced to them, at the old address, and to all administrators (decisions.md §11).
 * The ledger records who becomes an administrator, manager or accountant, who is one no longer, and a manager's locations.
 * An accountant, who takes no seat, needs room in the plan for another role.
 */
export const updateEmployee: Handler<'updateEmployee'> = async (context, { params: { id }, body: input }) => {
  const { viewer, session } = context;
  const hasProof = input.currentPassword !== undefined;
  if (hasProof) await requireProofOfChange(context, input);
  const newHash = input.password ? await hashPassword(input.password) : undefined;
  const update = (transaction: Db) =>
    changeEmployee(context, transaction, id, input, { hasProof, newHash, ownToken: session.token });
  const known = await queries.findEmployeeForUpdate(context.db, viewer.companyId, id);
  const isMailed =
    known &&
    input.isActive !== false &&
    (input.password || !known.isActive || (input.email && input.email !== known.email));
  const recipient = input.email === undefined ? known?.email : input.email;
  if (!isMailed || !recipient) return inTransaction(context, update);
  return withinMailLimits(context, recipient, () => inTransaction(context, update));
};

/** Changes an employee in a transaction, as `updateEmployee` says. */
async function changeEmployee(
  context: Context,
  transaction: Db,
  id: string,
  input: EmployeeInput,
  {
    hasProof,
    newHash,
    ownToken,
  }: { hasProof: boolean; newHash?: string | undefined; ownToken?: string | undefined },
): Promise<Employee> {
  const { viewer, clock, throttle } = context;
  await lockCompany(transaction, viewer.companyId);
  await context.refuseIfChanged(transaction);
  const before = await queries.findEmployeeForUpdate(transaction, viewer.companyId, id);
  if (!before) throw new AppError('not_found');
  // By the row's id: the one in the URL may be in capitals.
  const isSelf = before.id === viewer.userId;
  if (before.isOwner && !isSelf) throw new AppError('owner_only');
  const isActive = input.isActive ?? before.isActive;
  if (isSelf && (input.role !== 'admin' || !isActive)) throw new AppError('own_account');
  if (isSelf && input.password) throw new AppError('own_password');
  const email = input.email === undefined ? before.email : input.email;
  // A first address counts once it is confirmed; until then the role stays.
  if (input.role !== 'employee' && !(email && before.email)) throw invalidField('email', 'email');
  if (input.password) refuseWeakPassword(input.password, { ...input, email });

  const isBack = isActive && !before.isActive;
  const isLeaving = !isActive && before.isActive;
  const isAdmin = before.role !== 'employee';
  const changes = {
    // To another spelling, too: it is what the person signs in with and reads in their mails.
    ...(email !== before.email && { email }),
    ...(input.role !== before.role && { role: input.role }),
    ...(input.password && { password: true }),
    ...(isAdmin && isBack && { state: 'activated' as const }),
    ...(isAdmin && isLeaving && { state: 'deactivated' as const }),
  };
  // Whoever has an API key must not open the accounts of the people with it.
  const isByKey = usedApiKey.getStore() !== undefined;
  const takesProof =
    ['email', 'role', 'state'].some((change) => change in changes) ||
    ((isAdmin || isByKey) && 'password' in changes);
  if (takesProof && !hasProof) throw new AppError('proof_required');
  if (before.role === 'accountant' && changes.role) {
    await requireRoomFor(context, transaction, 'employees');
  }
  // Until the address of the owner is confirmed, a fifth of it.
  const points = viewer.companyIsConfirmed ? 1 : 5;
  if (changes.email) await throttle.take('emailChange', viewer.companyId, points);
  const digestTo = await listDigestRecipients(transaction, viewer.companyId);
  const admins = await listActiveAdmins(transaction, viewer.companyId);
  const needsLink = isBack && before.mustChangePassword && !input.password;
  await setLocations(context, transaction, before.id, input);
  await changeFacts(context, transaction, before, input);
  if (before.isActive && !isActive) await leaveLists(context, transaction, [before]);
  await queries.updateUser(transaction, viewer.companyId, before.id, {
    email: changes.email ? before.email : email,
    role: input.role,
    isActive,
    ...(isActive !== before.isActive && { deactivatedAt: isActive ? null : clock.now().toISOString() }),
    ...(newHash && { passwordHash: newHash, mustChangePassword: true }),
    ...(needsLink && { passwordHash: null }),
  });
  const after = await queries.readEmployee(transaction, viewer.companyId, before.id);
  await requireAnAdmin(transaction, viewer.companyId);
  await recordAdministrator(context, transaction, before, after, changes.role ? 'role' : changes.state);
  await recordRole(context, transaction, before, after);
  await noteDigestChange(context, transaction, actOf(context), digestTo);
  const isGiven = isActive && (isBack || input.password || 'email' in changes || changes.role);
  if (isGiven && !isSelf) {
    const given = { by: viewer.userId, at: clock.now() };
    await queries.noteAccess(transaction, { companyId: viewer.companyId, userId: before.id }, given);
  }
  if (takesProof || input.password) {
    await endSessionsOf(transaction, viewer.companyId, before.id, isSelf ? ownToken : undefined);
  }
  if (takesProof) {
    const facts = factsOf(context, before, changes);
    if (changes.email) await requestEmailChange(context, transaction, before, changes.email, facts);
    const others = admins.filter((admin) => !haveSameMailbox(admin, before));
    await notifyOfAccountChange(context, transaction, changes.email ? others : [before, ...others], facts);
  }
  if (!isActive) await endAccess(context, transaction, before.id);
  if (isBack) await giveRecentNotices(context, transaction, id);
  if (isActive && (newHash || needsLink)) {
    await giveAccess(context, transaction, after, input.password, 'newPassword');
  }
  // Includes a new address that awaits its confirmation.
  return queries.readEmployee(transaction, viewer.companyId, before.id);
}

/** Only a manager has locations. */
async function setLocations(
  { viewer: { companyId } }: Context,
  transaction: Db,
  userId: string,
  { role, locationIds }: EmployeeInput,
): Promise<void> {
  const given = role === 'manager' ? locationIds : [];
  if (given && !(await queries.setLocations(transaction, { companyId, userId }, given)))
    throw new AppError('not_found');
}

const actOf = ({ viewer }: Context) => ({
  companyId: viewer.companyId,
  actorId: viewer.userId,
  actorName: fullName(viewer),
});

const isAdministrator = (employee: Employee | undefined) => employee?.role === 'admin' && employee.isActive;

/** Records in the ledger that somebody has become an administrator, or is one no longer. */
async function recordAdministrator(
  { viewer, clock }: Context,
  transaction: Db,
  before: Employee | undefined,
  after: Employee | undefined,
  how: AccountState | 'role' | undefined,
): Promise<void> {
  const person = after ?? before;
  if (!person || !how || isAdministrator(before) === isAdministrator(after)) return;
  const kind = isAdministrator(after) ? 'administrator-added' : 'administrator-removed';
  const act = { kind, actorId: viewer.userId, at: clock.now(), why: { how } } as const;
  await appendToLedger(transaction, viewer.companyId, act, { userId: person.id });
}

/** Records in the ledger that somebody has become a manager or accountant or is one no longer, and a manager's locations. */
async function recordRole(
  { viewer, clock }: Context,
  transaction: Db,
  before: Employee | undefined,
  after: Employee | undefined,
): Promise<void> {
  const dutyOf = (employee: Employee | undefined) =>
    employee?.isActive && (employee.role === 'manager' || employee.role === 'accountant')
      ? { role: employee.role, locationIds: employee.locationIds.toSorted() }
      : null;
  const person = after ?? before;
  const why = { before: dutyOf(before), after: dutyOf(after) };
  if (!person || JSON.stringify(why.before) === JSON.stringify(why.after)) return;
  const act = { kind: 'role-changed', actorId: viewer.userId, at: clock.now(), why } as const;
  await appendToLedger(transaction, viewer.companyId, act, { userId: person.id });
}

/** Makes another active administrator the company's owner and announces it to both and to all administrators. */
export const handOverCompany: Handler<'handOverCompany'> = async (
  context,
  { body: { userId, ...proof } },
) => {
  const { db, viewer, clock } = context;
  if (!viewer.isOwner) throw new AppError('owner_only');
  if (!viewer.companyIsConfirmed) throw new AppError('email_unconfirmed');
  await requireProofOfChange(context, proof);
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    const owner = await queries.findEmployeeForUpdate(transaction, viewer.companyId, viewer.userId);
    if (!owner?.isOwner) throw new AppError('owner_only');
    const successor = await queries.findEmployeeForUpdate(transaction, viewer.companyId, userId);
    if (!successor) throw new AppError('not_found');
    if (successor.id === owner.id) throw new AppError('own_account');
    if (successor.role !== 'admin' || !successor.isActive)
      throw invalidField('userId', 'activeAdministrator');
    const digestTo = await listDigestRecipients(transaction, viewer.companyId);
    await queries.updateUser(transaction, viewer.companyId, owner.id, { isOwner: false });
    await queries.updateUser(transaction, viewer.companyId, successor.id, { isOwner: true });
    const act = {
      kind: 'owner-changed' as const,
      actorId: owner.id,
      at: clock.now(),
      why: { from: owner.id, to: successor.id },
    };
    await appendToLedger(transaction, viewer.companyId, act, { userId: successor.id });
    await noteDigestChange(context, transaction, actOf(context), digestTo);
    const t = translator(viewer.companyLanguage);
    const facts = [{ label: t('mail:newOwner'), value: nameInMail(fullName(successor)) }];
    for (const admin of await listActiveAdmins(transaction, viewer.companyId)) {
      const mail = securityMail(context, admin, 'ownerChanged', facts);
      await sendMail(context, transaction, viewer.companyId, mail);
    }
  });
};

/** Adds the recent messages to everyone to the employee's list. */
async function giveRecentNotices({ viewer, clock }: Context, transaction: Db, userId: string): Promise<void> {
  const since = new Date(clock.now().getTime() - recentNoticesMs);
  await insertRecipientOfEarlier(transaction, viewer.companyId, userId, since);
}

/**
 * Deletes an employee, which frees their seat in the plan; their time entries stay, with their name (decisions.md §5).
 * What the records do not need is erased at once: e-mail address, password, language, second factor and passkeys.
 * The deletion of an administrator takes the viewer's proof and is announced to them and to all administrators.
 */
export const deleteEmployee: Handler<'deleteEmployee'> = async (context, { params: { id }, body: proof }) => {
  const { db, viewer, clock } = context;
  const hasProof = proof?.currentPassword !== undefined;
  if (hasProof) await requireProofOfChange(context, proof);
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    await context.refuseIfChanged(transaction);
    const employee = await queries.findEmployeeForUpdate(transaction, viewer.companyId, id);
    if (!employee) throw new AppError('not_found');
    if (employee.id === viewer.userId) throw new AppError('own_account');
    if (employee.isOwner) throw new AppError('owner_only');
    const isAdmin = employee.role !== 'employee';
    if (isAdmin && !hasProof) throw new AppError('proof_required');
    const admins = await listActiveAdmins(transaction, viewer.companyId);
    const digestTo = await listDigestRecipients(transaction, viewer.companyId);
    await leaveLists(context, transaction, [employee]);
    await queries.markDeleted(transaction, viewer.companyId, employee.id, clock.now());
    await requireAnAdmin(transaction, viewer.companyId);
    if (isAdmin) {
      await recordAdministrator(context, transaction, employee, undefined, 'deleted');
      await recordRole(context, transaction, employee, undefined);
      const others = admins.filter((admin) => !haveSameMailbox(admin, employee));
      const facts = factsOf(context, employee, { state: 'deleted' });
      await notifyOfAccountChange(context, transaction, [employee, ...others], facts);
    }
    await noteDigestChange(context, transaction, actOf(context), digestTo);
    if (employee.email) await deleteHeldMails(transaction, viewer.companyId, employee.email);
    const person = { companyId: viewer.companyId, userId: id };
    await deleteSecondFactor(transaction, person);
    await deletePasskeysOf(transaction, person);
    await endAccess(context, transaction, id);
  });
};

/** Removes people who leave from the recipients of digests and approved months. */
async function leaveLists(
  context: Context,
  transaction: Db,
  people: { email: string | null }[],
): Promise<void> {
  const emails = people.flatMap(({ email }) => email ?? []);
  await removeDigestRecipients(transaction, context.viewer.companyId, emails);
  await removeMonthRecipients(context, transaction, emails);
}

/** Signs the person out everywhere and ends an open time entry, out of which they could not check any more. */
async function endAccess(context: Context, transaction: Db, userId: string): Promise<void> {
  const { companyId, userId: actorId } = context.viewer;
  await endSessionsOf(transaction, companyId, userId);
  await lockTimeEntriesOf(transaction, companyId, userId);
  await closeOpenEntries(transaction, companyId, 'userId', userId, {
    actorId,
    counting: countingOf(context),
  });
}

/**
 * Deactivates several employees in one transaction. Those are left as they are who are inactive or deleted, unknown, or have
 * another role: their deactivation takes a proof and is announced.
 */
export const deactivateEmployees: Handler<'deactivateEmployees'> = async (context, { body: { userIds } }) => {
  const { db, viewer, clock } = context;
  const asked = [...new Set(userIds.map((id) => id.toLowerCase()))];
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    const people = await queries.lockEmployees(transaction, viewer.companyId, asked);
    const digestTo = await listDigestRecipients(transaction, viewer.companyId);
    await leaveLists(context, transaction, people);
    await noteDigestChange(context, transaction, actOf(context), digestTo);
    const changes = { isActive: false, deactivatedAt: clock.now().toISOString() };
    for (const { id } of people) {
      await queries.updateUser(transaction, viewer.companyId, id, changes);
      await endAccess(context, transaction, id);
    }
    return { deactivated: people.length, left: asked.length - people.length };
  });
};

/** Limits attempts with e-mail addresses that are taken: they reveal who has an account in another company. */
async function inTransaction<T>(
  { db, viewer, throttle }: Context,
  act: (transaction: Db) => Promise<T>,
): Promise<T> {
  await throttle.take('takenEmail', viewer.companyId);
  let isTaken = false;
  try {
    return await db.transaction().execute(act);
  } catch (error) {
    isTaken = error instanceof AppError && error.code === 'email_taken';
    throw error;
  } finally {
    if (!isTaken) await throttle.giveBack('takenEmail', viewer.companyId);
  }
}

/** Keeps at least one administrator when two demote each other concurrently. */
async function requireAnAdmin(transaction: Db, companyId: string): Promise<void> {
  if ((await countActiveAdmins(transaction, companyId)) === 0) throw new AppError('last_admin');
}

/**
 * Mails the person the password that was set for them or, without one, a link. Somebody without an e-mail address gets a
 * link when an administrator makes one to hand over.
 */
async function giveAccess(
  context: Context,
  transaction: Db,
  employee: Employee,
  password: string | undefined,
  occasion: 'welcome' | 'newPassword',
): Promise<void> {
  const company = mailCompanyOf(context.viewer);
  if (password) await givePassword(context, transaction, company, employee, password, occasion);
  else if (employee.email) await giveLink(context, transaction, company, employee, { send: true });
}
