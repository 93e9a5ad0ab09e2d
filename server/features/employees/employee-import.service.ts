import * as z from 'zod/mini';
import { type Employee, employeesEndpoints } from '#contract/employees.ts';
import { weeklyLength } from '#contract/work-rules.ts';
import { dateIn, isDate } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { evenWeek, hoursText, readHours } from '#domain/typed-hours.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findInDirectory, nobody } from '#server/platform/database/directory.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { everything } from '#server/platform/scope.ts';
import { importFile, type Rules } from '#server/platform/table-files/import-file.ts';
import { type Definition, type Values, writeTableFile } from '#server/platform/table-files/table-file.ts';
import { lockCompany } from '../company/company.queries.ts';
import { requireRoomFor } from '../subscription/subscription.service.ts';
import { haveSameMailbox } from './account-changes.ts';
import { listEmployees } from './employees.queries.ts';
import { addEmployee, changeFacts } from './employees.service.ts';
import { requireEmployment } from './employment.service.ts';
import { inviteAll } from './invitations.service.ts';

const { shape } = employeesEndpoints.createEmployee.body;

/** Reads 2026-03-05, 2026.3.5. and 5.3.2026; what else is typed is refused as a date. */
function dateText(text: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})\.?$/.exec(text) ?? [];
  if (year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return /^\d{1,2}\.\d{1,2}\.\d{4}\.?$/.test(text)
    ? dateText(text.replace(/\.$/, '').split('.').toReversed().join('-'))
    : text;
}

const date = z.optional(z.string('date').check(z.overwrite(dateText), z.refine(isDate, 'date')));

const columns = {
  id: z.optional(z.uuid('invalid')),
  firstName: shape.firstName,
  lastName: shape.lastName,
  email: shape.email,
  personalNumber: shape.personalNumber,
  payrollNo: shape.payrollNo,
  position: shape.position,
  employedFrom: date,
  employedTo: date,
  weekly: z.optional(z.pipe(z.pipe(z.string(), z.transform(readHours)), weeklyLength)),
};
type Row = Values<typeof columns>;

/**
 * A column of first and last names. The last word is the last name, or the first one under a heading that names it first;
 * before a comma stands the last name.
 */
function wholeName(order: 'firstLast' | 'lastFirst' | 'wholeName') {
  const split = (text: string) => {
    const [last = '', first, ...more] = text.split(',').map((part) => part.trim());
    if (last && first && more.length === 0)
      return { texts: { firstName: first, lastName: last }, isSure: order !== 'firstLast' };
    const words = text.split(/[\s,]+/).filter(Boolean);
    const lastName = (order === 'lastFirst' ? words.shift() : words.pop()) ?? '';
    const isSure = order !== 'wholeName' && words.length <= 1;
    return { texts: { firstName: words.join(' '), lastName }, isSure };
  };
  return { parts: ['firstName', 'lastName'], split };
}

const definition: Definition<typeof columns, Employee> = {
  kind: 'employees',
  columns,
  valuesOf: ({ terms, ...person }) =>
    Object.fromEntries(
      Object.entries({ ...person, weekly: terms.at(-1)?.weekly }).filter(
        ([path, value]) => path in columns && value !== null && value !== undefined,
      ),
    ),
  isSame: (path, value, { email, pendingEmail }) =>
    path === 'email' &&
    [email, pendingEmail].some((own) => haveSameMailbox({ email: own }, { email: String(value) })),
  dates: ['employedFrom', 'employedTo'],
  combined: {
    firstLast: wholeName('firstLast'),
    lastFirst: wholeName('lastFirst'),
    // A heading that says nothing of the order.
    wholeName: wholeName('wholeName'),
  },
  nameOf: ({ firstName = '', lastName = '' }) => fullName({ firstName, lastName }),
  textOf: (path, value, language) =>
    path === 'weekly' && typeof value === 'number' ? hoursText(value, language) : String(value ?? ''),
};

/** Everybody, as a file that `importEmployees` takes back; or only its headings. */
export const exportEmployees: Handler<'exportEmployees'> = async (context, { query }) => {
  const { db, viewer, throttle } = context;
  await throttle.take('sheets', viewer.userId);
  const people = query.template === 'true' ? [] : await listEmployees(db, viewer.companyId, everything);
  return writeTableFile(context, definition, query, people);
};

/**
 * Adds and changes employees by a file, or says what it would do (decisions.md §11 "Import"). Whoever it adds has the role
 * employee, and is mailed a link only if `invite` asks for it.
 */
export const importEmployees: Handler<'importEmployees'> = async (context, request) => {
  let taken = 0;
  const rulesIn = (transaction: Db) => rulesOf(context, transaction, () => (taken += 1));
  const { answer, entities } = await importFile(context, request, definition, rulesIn, context.drafts);
  // It reveals that somebody has an account in another company. Nothing is written then.
  if (taken > 0) await context.throttle.take('takenEmail', context.viewer.companyId, taken);
  if (!answer.applied || request.query.invite !== 'true') return answer;
  const waiting = entities.filter(
    ({ email, isActive, role, mustChangePassword, invitation }) =>
      email && isActive && role === 'employee' && mustChangePassword && invitation.state === 'none',
  );
  const invited = await inviteAll(context, waiting, (done) =>
    context.drafts.show(`${done}/${waiting.length}`),
  );
  return { ...answer, invited };
};

async function rulesOf(
  context: Context,
  transaction: Db,
  noteTaken: () => void,
): Promise<Rules<typeof columns, Employee>> {
  const { viewer } = context;
  await lockCompany(transaction, viewer.companyId);
  const people = await listEmployees(transaction, viewer.companyId, everything);
  const { find, withNumber } = createFinder(people);
  return {
    entities: people,
    find,
    keysOf: ({ personalNumber, payrollNo, email, ...names }, person) => [
      ...(personalNumber ? [{ path: 'personalNumber', text: personalNumber }] : []),
      ...(email ? [{ path: 'email', text: email.toLowerCase() }] : []),
      ...(payrollNo && !person ? [{ path: 'payrollNo', text: payrollNo }] : []),
      ...(personalNumber || email || payrollNo || person
        ? []
        : [{ path: '', text: nameKey(names), message: 'sameName' }]),
    ],
    async check(values, person, changes, note) {
      const holder = values.personalNumber && withNumber.get(values.personalNumber);
      if (holder && person && holder !== person) note('personalNumber', 'errors:personal_number_taken');
      if (!person && values.employedFrom && values.employedTo && values.employedTo < values.employedFrom) {
        note('employedTo', 'validation:dateOrder');
      }
      if (!person && values.email) {
        if ((await findInDirectory(transaction, 'email', values.email)) !== nobody) {
          noteTaken();
          note('email', 'errors:email_taken');
        }
      }
      if (!person || changes.length === 0) return;
      if (person.isOwner && person.id !== viewer.userId) note('', 'errors:owner_only');
      if (changes.includes('email')) note('email', 'email');
      const { weekly: _, ...others } = values;
      const hasTerms = person.terms.length > 0;
      if (changes.includes('weekly') && hasTerms) note('weekly', 'weekly');
      if (!values.id && changes.includes('firstName') && changes.includes('lastName')) {
        note('', 'otherPerson', { name: fullName(person) });
      }
      try {
        const input = employmentOf(context, person, hasTerms ? others : values);
        await requireEmployment(context, transaction, person, input);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const [issue] = error.details.issues ?? [];
        note(issue?.path ?? '', issue ? `validation:${issue.message}` : `errors:${error.code}`);
      }
    },
    requireRoom: async (added) => {
      if (added > 0) await requireRoomFor(context, transaction, 'employees', added);
    },
    add: ({ firstName = '', lastName = '', email = null, ...values }) => {
      const employment = employmentOf(context, undefined, values);
      const person = { firstName, lastName, email, role: 'employee' as const, ...employment };
      return addEmployee(context, transaction, person, { passwordHash: null, isTold: false });
    },
    change: (person, { firstName, lastName, email: _, ...changed }) => {
      const input = { firstName, lastName, ...employmentOf(context, person, changed) };
      return changeFacts(context, transaction, person, input);
    },
  };
}

const nameKey = ({ firstName, lastName }: { firstName?: string; lastName?: string }) =>
  `${firstName} ${lastName}`.normalize().toLowerCase();

/**
 * Finds people by employee number, payroll number and e-mail address; if nobody has these, by name, among those who have no
 * others.
 */
function createFinder(people: Employee[]) {
  const groups = {
    personalNumber: Map.groupBy(people, ({ personalNumber }) => personalNumber),
    payrollNo: Map.groupBy(people, ({ payrollNo }) => payrollNo),
    email: Map.groupBy(people, ({ email }) => email?.toLowerCase()),
    name: Map.groupBy(people, nameKey),
  };
  const find = ({ personalNumber, payrollNo, email, ...names }: Row): Employee[] | undefined => {
    const lists = [
      personalNumber ? groups.personalNumber.get(personalNumber) : undefined,
      payrollNo ? groups.payrollNo.get(payrollNo) : undefined,
      email ? groups.email.get(email.toLowerCase()) : undefined,
    ];
    const [first, ...others] = lists.filter((list) => list !== undefined);
    if (first) return first.filter((person) => others.every((list) => list.includes(person)));
    const namesakes = groups.name
      .get(nameKey(names))
      ?.filter(
        (person) =>
          !(personalNumber && person.personalNumber) &&
          !(payrollNo && person.payrollNo) &&
          !(email && person.email),
      );
    return namesakes?.length ? namesakes : undefined;
  };
  return { find, withNumber: new Map(people.map((person) => [person.personalNumber, person])) };
}

/** What `changeEmployment` takes. Hours a week are five equal days; the first terms also hold before their date. */
function employmentOf({ viewer, clock }: Context, person: Employee | undefined, values: Row) {
  const { payrollNo, position, personalNumber, employedFrom, employedTo, weekly } = values;
  const isNew = weekly !== undefined && weekly !== person?.terms.at(-1)?.weekly;
  const flags = { reducedNorm: false, overtimeConsent: false, markedNightWork: false };
  const terms = isNew && {
    validFrom:
      employedFrom ?? person?.employedFrom ?? `${dateIn(clock.now(), viewer.timeZone).slice(0, 7)}-01`,
    weekly,
    pattern: evenWeek(weekly),
    workTime: 'fixed' as const,
    overContractFrom: null,
    ...flags,
  };
  const given = { payrollNo, position, personalNumber, employedFrom, employedTo };
  return { ...given, ...(terms && { terms: [terms] }) };
}
