/* Speaks OpenID Connect with a company's provider, an address of a customer: only by the guarded fetch. */
import * as oidc from 'openid-client';
import { emailField } from '#contract/fields.ts';
import type { SsoProvider } from '#contract/single-sign-on.ts';
import type { PublicContext } from '#server/context.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import { readWebUrl } from '#server/platform/outbound/endpoint-rules.ts';
import { createGuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';

type Client = { provider: SsoProvider; issuer: string; clientId: string; clientSecret: string };
type Checks = { state: string; nonce: string; verifier: string };
type Outside = Pick<PublicContext, 'config' | 'log'>;

/** Seconds in which the provider must have given each answer. */
const timeout = 5;
const tenantId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The issuer of what an administrator typed. Throws if the server must not connect to it. */
export function issuerOf({ config }: Outside, provider: SsoProvider, address: string): string {
  if (provider === 'google') return 'https://accounts.google.com';
  if (provider === 'microsoft') {
    // The issuer names the tenant by its id. Those of several tenants ("common") vouch for anybody.
    if (!tenantId.test(address)) throw invalidField('address', 'ssoTenant');
    return `https://login.microsoftonline.com/${address.toLowerCase()}/v2.0`;
  }
  const read = readWebUrl(address, config.companyAi.allowsPrivate);
  if ('fault' in read) throw invalidField('address', read.fault);
  return read.url.href;
}

/** What was typed for `issuerOf`. */
export const addressOf = (provider: SsoProvider, issuer: string): string =>
  ({ google: '', microsoft: issuer.split('/')[3] ?? '', other: issuer })[provider];

/** Basic is what every provider has to take (RFC 6749 §2.3.1) that does not say otherwise. */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    (isBasic ? oidc.ClientSecretBasic : oidc.ClientSecretPost)(secret)(server, ...request);
  };

/** The provider's metadata, read anew each time: keys and addresses change. */
export async function discover(outside: Outside, client: Client): Promise<oidc.Configuration> {
  const { allowsPrivate } = outside.config.companyAi;
  return orFailed(
    outside,
    oidc.discovery(new URL(client.issuer), client.clientId, {}, authenticate(client.clientSecret), {
      timeout,
      [oidc.customFetch]: createGuardedFetch(allowsPrivate) as oidc.CustomFetch,
      // By default signatures are not checked of what comes from the provider's own host.
      execute: [oidc.enableNonRepudiationChecks, ...(allowsPrivate ? [oidc.allowInsecureRequests] : [])],
    }),
  );
}

/** The page at which the provider asks who somebody is, and what its answer has to fit. */
export async function askProvider(outside: Outside, client: Client, redirectUri: string) {
  const provider = await discover(outside, client);
  const verifier = oidc.randomPKCECodeVerifier();
  const checks: Checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
  const parameters = {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  // The page goes there: a provider must not name a script.
  const { authorization_endpoint: page = '' } = provider.serverMetadata();
  if ('fault' in readWebUrl(page, outside.config.companyAi.allowsPrivate)) {
    throw new AppError('single_sign_on_failed');
  }
  return { url: oidc.buildAuthorizationUrl(provider, parameters).href, checks };
}

/** Checks the address to which the provider has led the browser; returns the e-mail address that it has confirmed. */
export async function readAnswer(
  outside: Outside,
  client: Client,
  answer: URL,
  { state, nonce, verifier }: Checks,
): Promise<string> {
  const provider = await discover(outside, client);
  const claims = await orFailed(outside, readClaims());
  const email = confirmedEmail(client.provider, claims);
  if (email === null) throw new AppError('single_sign_on_unconfirmed');
  return email;

  async function readClaims(): Promise<Record<string, unknown>> {
    const tokens = await oidc.authorizationCodeGrant(provider, answer, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || claims.email !== undefined || !provider.serverMetadata().userinfo_endpoint) {
      return claims ?? {};
    }
    // Many providers tell the address only there.
    return oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
  }
}

/** The e-mail address, if the provider says in its own way that it is the person's. */
export function confirmedEmail(provider: SsoProvider, claims: Record<string, unknown>): string | null {
  const email = emailField.safeParse(claims.email).data;
  if (email === undefined) return null;
  const isVerified = claims.email_verified === true;
  const isConfirmed = {
    // Of other mailboxes Google knows only that they were the person's once.
    google: isVerified && (typeof claims.hd === 'string' || /@gmail\.com$/i.test(email)),
    // Entra's administrators may write any address; this optional claim says that its domain is the tenant's own.
    microsoft: [true, 1, 'true', '1'].some((said) => said === claims.xms_edov),
    other: isVerified,
  };
  return isConfirmed[provider] ? email : null;
}

/** Logs why the provider's answer is not trusted, in fixed words, and refuses it. */
async function orFailed<T>({ log }: Outside, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    const { name = 'unknown', code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
    log.info({ reason: code ?? name }, 'a provider of single sign-on is not trusted');
    throw new AppError('single_sign_on_failed');
  });
}
