import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BillingProvider } from '#contract/subscription.ts';
import { isLanguage, LANGUAGES, type Language, preferredLanguage } from '#domain/languages.ts';
import { languageOfPath, matchPath, routePatterns } from '#domain/paths.ts';
import { AppError } from '../errors.ts';

const year = 365 * 24 * 60 * 60;

const pagePolicy = {
  directives: {
    defaultSrc: ["'self'"],
    // The QR decoder is WebAssembly.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    workerSrc: ["'self'", 'blob:'],
    // Floating parts are placed by style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: null,
  },
};

/** What Stripe's form needs, https://docs.stripe.com/security/guide#content-security-policy. */
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const stripePolicy = {
  directives: {
    ...pagePolicy.directives,
    scriptSrc: [...pagePolicy.directives.scriptSrc, ...stripeScripts],
    frameSrc: [...stripeScripts, 'https://hooks.stripe.com'],
    connectSrc: ["'self'", 'https://api.stripe.com'],
    imgSrc: [...pagePolicy.directives.imgSrc, 'https://*.stripe.com'],
  },
};

function languageOf(request: FastifyRequest): Language {
  const inPath = languageOfPath(request.url.split('?')[0] ?? '/');
  const inCookie = request.cookies.maina_language;
  if (inPath) return inPath;
  return isLanguage(inCookie) ? inCookie : preferredLanguage(request.headers['accept-language']);
}

/**
 * Serves the built web app: its files, and for every page the shell in the reader's language. Only the payment page lets
 * the provider's scripts in.
 */
export async function mountWebApp(
  app: FastifyInstance,
  webDir: string,
  { provider }: { provider: BillingProvider },
): Promise<void> {
  const shells = new Map(
    await Promise.all(
      LANGUAGES.map(
        async (language): Promise<[Language, string]> => [
          language,
          await readFile(join(webDir, `shell.${language}.html`), 'utf8'),
        ],
      ),
    ),
  );
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    // The build's own notes and the shells are no files for visitors.
    dotfiles: 'ignore',
    allowedPath: (path) => !/^\/shell\.\w+\.html$/.test(path),
    cacheControl: false,
    setHeaders: (reply, path) => {
      // A worker obeys the policy of its own script, and the decoder of QR codes loads and compiles WebAssembly.
      if (path.includes('.worker-')) {
        reply.header('content-security-policy', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
      }
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'public, max-age=300');
    },
    wildcard: false,
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, payment: string) => {
    const pathname = request.url.split('?')[0] ?? '/';
    if (pathname.startsWith('/api/') || pathname.startsWith('/assets/') || pathname.startsWith('/dev/')) {
      throw new AppError('not_found');
    }
    return reply
      .code(matchPath(pathname) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, accept-language')
      .header('permissions-policy', `camera=(self), microphone=(), geolocation=(), payment=${payment}`)
      .send(shells.get(languageOf(request)));
  };
  app.get(
    '/*',
    { schema: { hide: true }, helmet: { contentSecurityPolicy: pagePolicy } },
    async (request, reply) => sendPage(request, reply, '()'),
  );
  if (provider !== 'stripe') return;
  for (const path of routePatterns('payment')) {
    app.get(
      path,
      { schema: { hide: true }, helmet: { contentSecurityPolicy: stripePolicy } },
      async (request, reply) => sendPage(request, reply, '(self "https://js.stripe.com")'),
    );
  }
}
