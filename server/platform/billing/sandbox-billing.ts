import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Selectable } from 'kysely';
import { PLANS, type PlanId } from '#domain/plans.ts';
import type { SandboxSubscription } from '#server/generated/types.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { Billing, ProviderSubscription } from './billing.ts';

type Row = Selectable<SandboxSubscription>;

const prefix = 'sandbox_';
export const sandboxCustomerId = (companyId: string) => `${prefix}${companyId}`;
const companyOf = (customerId: string) => customerId.slice(prefix.length);
const newSecret = () => `${prefix}secret_${randomBytes(18).toString('base64url')}`;

/** The same day of the next month, or its last one: from 31 January to 28 February. */
function monthAfter(instant: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO('UTC')
    .add({ months: 1 })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });
}

function toSubscription(row: Row): ProviderSubscription {
  const paidUntil = {
    incomplete: null,
    past_due: row.periodStart,
    active: row.periodEnd,
    ended: row.periodEnd,
  };
  const { id, status, plan, cancelAtPeriodEnd } = row;
  return { id, status, plan, paidUntil: paidUntil[status], cancelAtPeriodEnd };
}

/** What the sandbox writes, at the time of its clock. */
function createRows(clock: Clock) {
  const nowText = () => clock.now().toISOString();

  async function addInvoice(
    db: Db,
    companyId: string,
    invoice: { plan: PlanId; cents: number; paid: boolean },
  ) {
    const { plan, cents, paid } = invoice;
    await db
      .insertInto('sandboxInvoice')
      .values({ companyId, id: randomUUIDv7(), plan, amountCents: cents, paid, createdAt: nowText() })
      .execute();
  }

  const save = async (db: Db, companyId: string, changes: Partial<Row>) =>
    db
      .updateTable('sandboxSubscription')
      .set(changes)
      .where('companyId', '=', companyId)
      .returningAll()
      .executeTakeFirstOrThrow();

  /** The customer's current subscription, after catching up on the time that has passed. */
  async function find(db: Db, customerId: string): Promise<Row | undefined> {
    const companyId = companyOf(customerId);
    let row = await db
      .selectFrom('sandboxSubscription')
      .where('companyId', '=', companyId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    while (row?.status === 'active' && row.periodEnd <= nowText()) {
      if (row.cancelAtPeriodEnd) return save(db, companyId, { status: 'ended' });
      await addInvoice(db, companyId, {
        plan: row.plan,
        cents: PLANS[row.plan].price * 100,
        paid: row.cardPays,
      });
      const period = { periodStart: row.periodEnd, periodEnd: monthAfter(row.periodEnd) };
      row = await save(
        db,
        companyId,
        row.cardPays ? period : { ...period, status: 'past_due', clientSecret: newSecret() },
      );
    }
    return row;
  }

  async function payInvoices(db: Db, companyId: string): Promise<void> {
    await db.updateTable('sandboxInvoice').set({ paid: true }).where('companyId', '=', companyId).execute();
  }

  /** The rest of the period is credited for the old plan and charged for the new one, as Stripe does. */
  async function switchPlan(db: Db, row: Row, plan: PlanId): Promise<void> {
    const [start, end] = [Date.parse(row.periodStart), Date.parse(row.periodEnd)];
    const left = (end - clock.now().getTime()) / (end - start);
    const cents = Math.round((PLANS[plan].price - PLANS[row.plan].price) * 100 * left);
    await addInvoice(db, row.companyId, { plan, cents, paid: true });
    await save(db, row.companyId, { plan, pendingPlan: null, clientSecret: null });
  }

  return { nowText, addInvoice, payInvoices, save, find, switchPlan };
}

/**
 * Simulates a provider without moving money: customers, periods that renew or end, cards that are refused. Its state is
 * in the database, its time comes from the given clock; like a real provider it does not join its caller's transaction.
 */
export function createSandboxBilling(database: Db, clock: Clock): Billing {
  const { nowText, addInvoice, payInvoices, save, find, switchPlan } = createRows(clock);
  const inTransaction = <T>(work: (db: Db) => Promise<T>) => database.transaction().execute(work);

  async function change(customerId: string, changes: Partial<Row>): Promise<void> {
    await inTransaction(async (db) => {
      if (await find(db, customerId)) await save(db, companyOf(customerId), changes);
    });
  }

  return {
    provider: 'sandbox',
    publishableKey: null,
    customerPrefix: prefix,
    createCustomer: async ({ id }) => sandboxCustomerId(id),
    // It keeps no contact of its own.
    updateCustomer: async () => undefined,

    async findSubscription(customerId) {
      const row = await inTransaction((db) => find(db, customerId));
      return row ? toSubscription(row) : null;
    },

    async startSubscription(customerId, plan) {
      return inTransaction(async (db) => {
        const found = await find(db, customerId);
        if (found?.plan === plan && found.clientSecret && found.status !== 'ended') return found.clientSecret;
        const clientSecret = newSecret();
        const subscription = {
          id: `${prefix}${randomUUID()}`,
          plan,
          pendingPlan: null,
          status: 'incomplete' as const,
          clientSecret,
          cardPays: true,
          periodStart: nowText(),
          periodEnd: monthAfter(nowText()),
          cancelAtPeriodEnd: false,
        };
        await db
          .insertInto('sandboxSubscription')
          .values({ companyId: companyOf(customerId), ...subscription })
          .onConflict((conflict) => conflict.column('companyId').doUpdateSet(subscription))
          .execute();
        return clientSecret;
      });
    },

    async changePlan(customerId, _subscriptionId, plan) {
      return inTransaction(async (db) => {
        const row = await find(db, customerId);
        if (!row) throw new AppError('billing_unavailable');
        const companyId = companyOf(customerId);
        if (!row.cardPays && PLANS[plan].price > PLANS[row.plan].price) {
          const clientSecret = newSecret();
          await save(db, companyId, { pendingPlan: plan, clientSecret });
          return clientSecret;
        }
        await switchPlan(db, row, plan);
        return null;
      });
    },

    setCancelAtPeriodEnd: async (customerId, _subscriptionId, cancel) =>
      change(customerId, { cancelAtPeriodEnd: cancel }),

    endSubscriptions: async (customerId) =>
      change(customerId, { status: 'ended', clientSecret: null, periodEnd: nowText() }),

    async listInvoices(customerId) {
      const rows = await database
        .selectFrom('sandboxInvoice')
        .where('companyId', '=', companyOf(customerId))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(100)
        .selectAll()
        .execute();
      return rows.map(({ id, createdAt, amountCents, paid }) => ({
        id,
        number: `TEST-${id.slice(-6).toUpperCase()}`,
        createdAt,
        status: paid ? 'paid' : 'open',
        total: amountCents / 100,
        currency: 'EUR',
        url: null,
        pdfUrl: null,
      }));
    },

    // Its tables belong to the company and are deleted with it.
    eraseCustomer: async () => undefined,
    readEvent() {
      throw new AppError('not_found');
    },

    async paySandbox(customerId, clientSecret, card) {
      return inTransaction(async (db) => {
        const row = await find(db, customerId);
        if (!row || row.clientSecret !== clientSecret || row.status === 'ended')
          throw new AppError('not_found');
        if (card === 'refused') throw new AppError('card_refused');
        const { companyId, status, plan, pendingPlan } = row;
        if (status === 'active') await switchPlan(db, row, pendingPlan ?? plan);
        if (status === 'past_due') await payInvoices(db, companyId);
        if (status === 'incomplete') {
          await addInvoice(db, companyId, { plan, cents: PLANS[plan].price * 100, paid: true });
        }
        await save(db, companyId, {
          status: 'active',
          clientSecret: null,
          cardPays: card === 'ok',
          ...(status === 'incomplete' && { periodStart: nowText(), periodEnd: monthAfter(nowText()) }),
        });
        return { id: `${prefix}${randomUUID()}`, type: 'invoice.paid', customerId };
      });
    },
  };
}
