/* A real OpenID Connect provider on this computer, which vouches for whom a test says and can be told to answer wrongly. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { info, warn } = console;
const withoutProvider =
  (write: (...line: unknown[]) => void) =>
  (...line: unknown[]) => {
    if (!String(line[0]).includes('oidc-provider ')) write(...line);
  };
// It writes what a production server should set, from the moment it is loaded.
Object.assign(console, { info: withoutProvider(info), warn: withoutProvider(warn) });
const { Provider } = await import('oidc-provider');

type Claims = Record<string, unknown>;

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

function signToken(claims: Claims, key: KeyObject, kid: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'RS256', kid })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** `asks`: it shows a page that asks for the e-mail address; otherwise whoever comes is signed in as `person` there. */
export async function startProvider(
  redirectUris: string[],
  { asks = false, clientIds = ['maina'] }: { asks?: boolean; clientIds?: string[] } = {},
) {
  const key = newKey();
  const kid = 'test';
  const state = {
    /** The e-mail address of whoever signs in. */
    person: '',
    isVerified: true,
    /** Other claims of the ID token; undefined removes one. */
    claims: {} as Claims,
    /** In the ID token, as Google does, or only from the user-info endpoint. */
    isEmailInToken: true,
    isForged: false,
    /** Other metadata. */
    metadata: {} as Claims,
  };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: clientIds.map((id) => ({
      client_id: id,
      client_secret: `secret of ${id}`,
      redirect_uris: redirectUris,
    })),
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } as never] },
    cookies: { keys: ['for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: asks } },
    pkce: { required: () => true },
    async findAccount(_context, accountId) {
      return {
        accountId,
        claims: async () => ({ sub: accountId, email: accountId, email_verified: state.isVerified }),
      };
    },
    // Nobody is asked whether the client may know the address.
    async loadExistingGrant(context) {
      const { Grant } = context.oidc.provider;
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    ...(!asks && { interactions: { url: (_context, { uid }) => `/interaction/${uid}` } }),
  });
  provider.use(async (context, next) => {
    if (!asks && context.path.startsWith('/interaction/')) {
      await provider.interactionFinished(context.req, context.res, { login: { accountId: state.person } });
      return;
    }
    await next();
    if (context.path === '/.well-known/openid-configuration') Object.assign(context.body, state.metadata);
    const body = context.body as { id_token?: string };
    if (context.path !== '/token' || !body.id_token) return;
    const issued: Claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString());
    const email = state.isEmailInToken && { email: issued.sub, email_verified: state.isVerified };
    body.id_token = signToken({ ...issued, ...email, ...state.claims }, state.isForged ? newKey() : key, kid);
  });
  server.on('request', provider.callback());
  return Object.assign(state, {
    issuer,
    settings: {
      provider: 'other' as const,
      address: issuer,
      clientId: clientIds[0] ?? '',
      clientSecret: `secret of ${clientIds[0]}`,
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  });
}

/** Goes through the provider's pages as a browser does, and returns the address to which it leads back. */
export async function answerOf(url: string, jar = new Map<string, string>()): Promise<URL> {
  for (let address = new URL(url); ; ) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const to = response.headers.get('location');
    if (!to) throw new Error(`the provider answers ${response.status}: ${await response.text()}`);
    const next = new URL(to, address);
    if (next.host !== address.host) return next;
    address = next;
  }
}
