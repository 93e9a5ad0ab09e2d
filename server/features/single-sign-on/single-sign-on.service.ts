import { createHash, randomUUIDv7 } from 'node:crypto';
import { readCompanyCode } from '#domain/company-code.ts';
import { hasFeature, subscriptionAccess } from '#domain/plans.ts';
import type { PublicContext, Services } from '#server/context.ts';
import { findInDirectory } from '#server/platform/database/directory.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { SSO_MINUTES } from '#server/platform/http/session-cookie.ts';
import { securityMail } from '#server/platform/mail/security-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { requireApiKeys } from '../api-keys/keyholders.service.ts';
import { requireOpenAccount, signIn } from '../auth/auth.service.ts';
import { replaceSession } from '../auth/sign-in.service.ts';
import { findCompany, listActiveAdmins, lockCompany } from '../company/company.queries.ts';
import { companyViewerOf } from '../company/company-viewer.ts';
import { requireProofOfChange } from '../employees/account-changes.ts';
import { findAccountByEmail, noteAccess } from '../employees/employees.queries.ts';
import { readKnownDevice } from '../identity/known-device.ts';
import { noteChallenge } from '../identity/passkeys.queries.ts';
import { findSecret, lockAccount } from '../identity/proof.queries.ts';
import { addressOf, askProvider, discover, issuerOf, readAnswer } from './provider.ts';
import * as queries from './single-sign-on.queries.ts';

/** What the browser that begins a sign-in keeps, encrypted: nothing is stored until the provider has answered. */
type Attempt = {
  companyId: string;
  /** Of the settings with which it began. */
  id: string;
  state: string;
  nonce: string;
  verifier: string;
  next: string;
  expiresAt: string;
};
const attemptOwner = 'single sign-on';
const secretOwner = (companyId: string, id: string) => `single sign-on ${companyId} ${id}`;

/**
 * A company's own address for the answers of its provider: so the answer of one provider is never taken to another
 * (RFC 9700 §4.4).
 */
export const SSO_ANSWERS = '/api/single-sign-on';
const redirectUriOf = ({ origin }: PublicContext, companyId: string) =>
  `${origin}${SSO_ANSWERS}/${companyId}`;

/** The settings without the client's secret. */
export const getSingleSignOn: Handler<'getSingleSignOn'> = async (context) => {
  const { companyId } = context.viewer;
  const stored = await queries.findSingleSignOn(context.db, companyId);
  return {
    provider: stored?.provider ?? null,
    address: stored ? addressOf(stored.provider, stored.issuer) : '',
    clientId: stored?.clientId ?? '',
    redirectUri: redirectUriOf(context, companyId),
  };
};

/** Stores the provider, and mails all administrators: it vouches for everybody who signs in by it. */
export const updateSingleSignOn: Handler<'updateSingleSignOn'> = async (
  context,
  { body: { provider, address, clientId, clientSecret, ...proof } },
) => {
  const { db, viewer, clock, secretBox, throttle } = context;
  const { companyId } = viewer;
  requireApiKeys(viewer, clock.now(), 'singleSignOn');
  if (!viewer.companyIsConfirmed) throw new AppError('email_unconfirmed');
  const issuer = issuerOf(context, provider, address);
  const stored = await queries.findSingleSignOn(db, companyId);
  const isSame =
    stored?.provider === provider && stored.issuer === issuer && stored.clientId === clientId ? stored : null;
  if (!clientSecret && !isSame) throw invalidField('clientSecret', 'clientSecretRequired');
  await requireProofOfChange(context, proof);
  if (!clientSecret) {
    await context.refuseIfChanged(db);
    return getSingleSignOn(context);
  }
  await throttle.take('accountChange', companyId);
  await discover(context, { provider, issuer, clientId, clientSecret }).catch((error) => {
    throw provider === 'google' ? error : invalidField('address', 'ssoAddress');
  });
  const id = isSame?.id ?? randomUUIDv7();
  const sealed = await secretBox.seal(clientSecret, secretOwner(companyId, id));
  const t = translator(viewer.companyLanguage);
  const facts = [{ label: t('mail:ssoProvider'), value: new URL(issuer).host }];
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    await context.refuseIfChanged(transaction);
    const settings = { companyId, id, provider, issuer, clientId, clientSecret: sealed };
    await queries.saveSingleSignOn(transaction, { ...settings, setBy: viewer.userId });
    for (const to of await listActiveAdmins(transaction, companyId)) {
      const mail = securityMail(context, to, 'singleSignOnChanged', facts);
      await sendMail(context, transaction, companyId, mail);
    }
  });
  return getSingleSignOn(context);
};

export const deleteSingleSignOn: Handler<'deleteSingleSignOn'> = ({ db, viewer, refuseIfChanged }) =>
  db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    await refuseIfChanged(transaction);
    await queries.deleteSingleSignOn(transaction, viewer.companyId);
  });

/** The company's settings with the client's secret, if they are in its plan and it is not deleted. */
async function requireSingleSignOn({ db, clock, secretBox }: Services, companyId: string) {
  const stored = await queries.findSingleSignOn(db, companyId);
  const company = stored && (await findCompany(db, companyId));
  if (!company || company.deletionDueAt !== null) throw new AppError('single_sign_on_off');
  const { subscription } = companyViewerOf(companyId, company);
  const isPaid = subscriptionAccess(subscription, clock.now()) === 'full';
  if (!isPaid || !hasFeature(subscription, 'singleSignOn', clock.now())) {
    throw new AppError('single_sign_on_off');
  }
  const clientSecret = await secretBox.open(stored.clientSecret, secretOwner(companyId, stored.id));
  // SECRET_KEY has changed: an administrator enters the secret again.
  if (clientSecret === null) throw new AppError('single_sign_on_failed');
  return { company, settings: { ...stored, clientSecret } };
}

/** Leads this browser to the company's provider. */
export const beginSingleSignOn: Handler<'beginSingleSignOn'> = async (
  context,
  { body: { companyCode, next = '' } },
) => {
  const { db, clock, secretBox, session, throttle, address } = context;
  await throttle.take('singleSignOn', address);
  const { companyId } = await findInDirectory(db, 'company-code', readCompanyCode(companyCode) ?? '');
  const { settings } = await requireSingleSignOn(context, companyId);
  const { url, checks } = await askProvider(context, settings, redirectUriOf(context, companyId));
  const expiresAt = new Date(clock.now().getTime() + SSO_MINUTES * 60_000).toISOString();
  const attempt: Attempt = { companyId, id: settings.id, ...checks, next, expiresAt };
  session.startSso((await secretBox.seal(JSON.stringify(attempt), attemptOwner)).toString('base64url'));
  return { url };
};

/**
 * Signs in whom the provider's answer names: an active person of the company with the e-mail address that it has confirmed. The
 * owner and people with a second factor keep their own way, so that nobody who sets the provider gets around it. On a device
 * that is new to the account its person is told. Returns where the sign-in leads to.
 */
export async function finishSingleSignOn(
  context: PublicContext,
  companyId: string,
  query: string,
): Promise<string> {
  const { db } = context;
  const answer = new URL(redirectUriOf(context, companyId) + query);
  const attempt = await takeAttempt(context, companyId, answer.searchParams.get('state'));
  const { company, settings } = await requireSingleSignOn(context, companyId);
  if (settings.id !== attempt.id) throw new AppError('single_sign_on_off');
  const email = await readAnswer(context, settings, answer, attempt);
  const found = await findAccountByEmail(db, email);
  if (found?.companyId !== companyId) throw new AppError('single_sign_on_unknown');
  const user = { companyId, userId: found.id };
  context.identify(user);
  const isKnownDevice = await readKnownDevice(context, context.session.device, found.id);
  const signedIn = await db.transaction().execute(async (transaction) => {
    if (!(await queries.holdSingleSignOn(transaction, companyId, attempt.id))) {
      throw new AppError('single_sign_on_off');
    }
    await lockAccount(transaction, user);
    const account = await findAccountByEmail(transaction, email);
    if (account?.id !== found.id) throw new AppError('single_sign_on_unknown');
    requireOpenAccount(context, account);
    if (account.isOwner || (await findSecret(transaction, user))) {
      throw new AppError('single_sign_on_own_way');
    }
    if (!isKnownDevice) {
      const mail = securityMail({ ...context, company }, account, 'singleSignOnUsed');
      await sendMail(context, transaction, companyId, mail);
      // Whoever has set the provider may be the one who signs in.
      await noteAccess(transaction, user, { by: settings.setBy, at: context.clock.now() });
    }
    return signIn({ ...context, db: transaction }, user, { ssoId: attempt.id });
  });
  await replaceSession(context, signedIn);
  return attempt.next;
}

/** What this browser has begun, if the answer belongs to it and is its first. */
async function takeAttempt(
  { db, clock, secretBox, session }: PublicContext,
  companyId: string,
  state: string | null,
): Promise<Attempt> {
  const sealed = Buffer.from(session.sso ?? '', 'base64url');
  session.endSso();
  const opened = await secretBox.open(sealed, attemptOwner);
  const attempt: Attempt | null = opened && JSON.parse(opened);
  const now = clock.now();
  const isOurs = attempt?.companyId === companyId && attempt.state === state;
  if (!isOurs || attempt.expiresAt <= now.toISOString()) throw new AppError('single_sign_on_expired');
  const challengeHash = createHash('sha256').update(sealed).digest();
  const { expiresAt } = attempt;
  if (!(await noteChallenge(db, { companyId, challengeHash, expiresAt }, now))) {
    throw new AppError('single_sign_on_expired');
  }
  return attempt;
}
