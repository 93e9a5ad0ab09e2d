import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HOME } from '#contract/policy.ts';
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
  preferredLanguage,
} from '#domain/languages.ts';
import { languageOfPath, matchPath, pathFor, routePatterns } from '#domain/paths.ts';
import { SIGN_IN_COOKIE, SIGN_IN_MODES, signInModeOf } from '#domain/sign-in.ts';
import { isSitePage, managerPhoto, SITE_MARKS, testimonialPhoto } from '#domain/site.ts';
import type { Services, Viewer } from '#server/context.ts';
import { AppError } from '../errors.ts';
import { escapeHtml } from '../mail/layout.ts';
import { readTestimonials } from '../operator/testimonials.ts';
import { originOf } from './bind.ts';
import { appPolicy, NONCE_MARK, stripePolicy } from './page-policy.ts';
import type { RequestLimits } from './request-limits.ts';
import { sessionCookie } from './session-cookie.ts';
import { openSite, robotsTxt, sitemapXml } from './site.ts';

const year = 365 * 24 * 60 * 60;
const day = 24 * 60 * 60;
const LANGUAGE_COOKIE = 'maina_language';
const VARY = 'cookie, accept-language';

/** The language of the path, else the visitor's choice, else the browser's preference. */
function languageOf(request: FastifyRequest): Language {
  const inCookie = request.cookies[LANGUAGE_COOKIE];
  return (
    languageOfPath(pathnameOf(request)) ??
    (isLanguage(inCookie) ? inCookie : preferredLanguage(request.headers['accept-language']))
  );
}

const pathnameOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/';
const queryOf = (request: FastifyRequest) => request.url.slice(pathnameOf(request).length);

/** Serves the built web: its files, the public pages, and for every page of the app the shell, each in the reader's language. */
export async function mountWeb(
  app: FastifyInstance,
  services: Services,
  webDir: string,
  limits: RequestLimits,
): Promise<void> {
  const shellNames = LANGUAGES.flatMap((language) => [
    `shell.${language}`,
    ...SIGN_IN_MODES.map((mode) => `sign-in.${mode}.${language}`),
  ]);
  const shells = new Map(
    await Promise.all(
      shellNames.map(
        async (name): Promise<[string, string]> => [
          name,
          await readFile(join(webDir, `${name}.html`), 'utf8'),
        ],
      ),
    ),
  );
  const testimonials = await readTestimonials(services.config.testimonialsFile);
  const site = await openSite(webDir, services.config, testimonials);
  if (services.config.isProduction && services.config.operator.isExample) {
    services.log.warn('OPERATOR_NAME is not set: the legal pages name an invented company');
  }
  const originFor = (request: FastifyRequest) => originOf(request, services);

  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    // The build's manifest, and the pages, which have their own URLs, are not served as files.
    dotfiles: 'ignore',
    allowedPath: (path) => !path.endsWith('.html'),
    cacheControl: false,
    setHeaders: (reply, servedPath) => {
      const path = servedPath.replace(/\.br$/, '');
      // A worker obeys the policy of its own script, and the QR decoder loads and compiles WebAssembly.
      if (path.includes('.worker-') || path.endsWith('/sw.js')) {
        reply.header('content-security-policy', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
      }
      reply.header('cache-control', cachingOf(path));
    },
    wildcard: false,
    // The build has compressed what is worth it, at a level too slow for a request.
    preCompressed: true,
    globIgnore: ['**/*.br'],
  });

  const onRequest = async (request: FastifyRequest) => limits.takeOfPage(request.ip);
  app.get('/robots.txt', { schema: { hide: true }, onRequest }, async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsTxt(originFor(request))),
  );
  app.get('/sitemap.xml', { schema: { hide: true }, onRequest }, async (request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemapXml(originFor(request))),
  );

  const photos = [
    ...testimonials.map(({ photo }, index) => ({ photo, path: testimonialPhoto(index) })),
    ...services.managers.map(({ photo }, index) => ({ photo, path: managerPhoto(index) })),
  ];
  for (const { photo, path } of photos) {
    app.get(path, { schema: { hide: true }, onRequest }, async (_request, reply) =>
      reply.type(photo.type).header('cache-control', `public, max-age=${day}`).send(photo.bytes),
    );
  }

  const sendShell = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const nonce = randomBytes(16).toString('base64');
    const html = (shells.get(name) ?? '')
      .replaceAll(NONCE_MARK, nonce)
      .replaceAll(SITE_MARKS.origin, () => escapeHtml(originFor(request)));
    return reply.header('content-security-policy', appPolicy(nonce, html)).send(html);
  };

  app.get('/*', { schema: { hide: true }, onRequest }, async (request, reply) => {
    const pathname = pathnameOf(request);
    if (pathname.startsWith('/api/') || pathname.startsWith('/assets/') || pathname.startsWith('/dev/')) {
      throw new AppError('not_found');
    }
    const match = matchPath(pathname);
    const language = languageOf(request);
    setPageHeaders(reply, '()');
    const pathLanguage = languageOfPath(pathname);
    if (match && pathLanguage === DEFAULT_LANGUAGE) {
      // English has no prefix in its canonical path; `/en/…` only chooses it.
      rememberLanguage(request, reply, pathLanguage);
      return reply.redirect(pathFor(match.page, pathLanguage, match.params) + queryOf(request), 302);
    }
    const isPublic = !match || isSitePage(match.page) || match.page === 'auth';
    if (!isPublic) return sendShell(request, reply, `shell.${language}`);

    const viewer =
      match?.page === 'landing' || match?.page === 'auth' ? await viewerOf(request, reply) : null;
    if (match?.page === 'landing' && viewer && viewer !== 'unknown') {
      return reply.redirect(pathFor(HOME[viewer.role], language), 302);
    }
    if (pathLanguage) rememberLanguage(request, reply, pathLanguage);
    if (match && !pathLanguage && language !== DEFAULT_LANGUAGE) {
      return reply.redirect(pathFor(match.page, language) + queryOf(request), 302);
    }
    if (match?.page === 'auth') {
      // The app asks who somebody is, and leads them on.
      if (viewer) return sendShell(request, reply, `shell.${language}`);
      const mode = signInModeOf(new URLSearchParams(queryOf(request)), request.cookies[SIGN_IN_COOKIE]);
      // The page says that nobody is signed in: going back after signing in must not show it from a cache.
      reply.header('cache-control', 'no-store');
      return sendShell(request, reply, `sign-in.${mode}.${language}`);
    }
    const page = match && isSitePage(match.page) ? match.page : 'notFound';
    const { html, etag, brotli, policy } = site.page(page, language, originFor(request));
    reply.header('content-security-policy', policy);
    reply.header('etag', etag);
    if (page !== 'notFound' && request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.code(page === 'notFound' ? 404 : 200);
    if (!brotli || !/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(html);
    return reply.header('content-encoding', 'br').header('vary', `${VARY}, accept-encoding`).send(brotli);
  });

  // Only the payment page allows the provider's scripts.
  if (services.billing.provider === 'stripe') {
    for (const path of routePatterns('payment')) {
      app.get(path, { schema: { hide: true }, onRequest }, async (request, reply) => {
        setPageHeaders(reply, '(self "https://js.stripe.com")');
        reply.header('content-security-policy', stripePolicy);
        return reply.send(shells.get(`shell.${languageOf(request)}`));
      });
    }
  }

  /** The person signed in; null if there is nobody, `unknown` while the database is unavailable. */
  async function viewerOf(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null | 'unknown'> {
    const session = sessionCookie(request, reply, originFor(request).startsWith('https:'));
    if (!session.token) return null;
    try {
      const found = await services.callers.findViewer(services.db, services.clock, session.token);
      if (!found) return null;
      if (found.extended) session.start(session.token);
      return found.viewer;
    } catch (error) {
      // Both pages are served even while the database is unavailable.
      request.log.warn({ err: error }, 'could not tell whether the visitor is signed in');
      return 'unknown';
    }
  }

  /** A prefix in the path is a choice: saved in a cookie, so that links without one follow it even without a script. */
  function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language: Language) {
    if (request.cookies[LANGUAGE_COOKIE] === language) return;
    reply.setCookie(LANGUAGE_COOKIE, language, {
      path: '/',
      maxAge: year,
      sameSite: 'lax',
      secure: originFor(request).startsWith('https:'),
    });
  }
}

function setPageHeaders(reply: FastifyReply, payment: string): void {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('vary', VARY)
    .header(
      'permissions-policy',
      `camera=(self), microphone=(), geolocation=(), display-capture=(), usb=(), payment=${payment}`,
    );
}

function cachingOf(path: string): string {
  // Lets a browser detect a new release.
  if (path.endsWith('/sw.js')) return 'no-cache';
  if (path.includes('/assets/')) return `public, max-age=${year}, immutable`;
  return `public, max-age=${/\/(site|og)\//.test(path) ? day : 300}`;
}
