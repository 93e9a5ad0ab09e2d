/* Serves the public pages: fills in the values that the build left open. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompress } from 'node:zlib';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/languages.ts';
import { type PageName, pathFor } from '#domain/paths.ts';
import { PROVIDED_LINES } from '#domain/plans.ts';
import {
  blockMarks,
  SITE_MARKS,
  SITE_PAGES,
  type SiteBlock,
  type SitePage,
  testimonialMarks,
} from '#domain/site.ts';
import { type Config, providedLines } from '#server/config.ts';
import { escapeHtml } from '../mail/layout.ts';
import type { Testimonial } from '../operator/testimonials.ts';
import { sitePolicy } from './page-policy.ts';

type ServedPage = {
  html: string;
  etag: string;
  /** The page's content security policy. */
  policy: string;
  /** The page compressed with Brotli at its highest level, which takes a moment: missing for the first visitor. */
  brotli: Buffer | null;
};

export type Site = {
  page(page: SitePage | 'notFound', language: Language, origin: string): ServedPage;
};

type SiteConfig = Pick<
  Config,
  | 'operator'
  | 'supportEmail'
  | 'tutorialVideoUrl'
  | 'isProduction'
  | 'demo'
  | 'prioritySupport'
  | 'managersFile'
  | 'ai'
>;

/** Reads the built pages once. Throws if one is missing: then the build is older than the server. */
export async function openSite(
  webDir: string,
  config: SiteConfig,
  testimonials: readonly Testimonial[],
): Promise<Site> {
  const keyOf = (page: SitePage | 'notFound', language: Language) => `${language}/${page}`;
  const names = LANGUAGES.flatMap((language) =>
    ([...SITE_PAGES, 'notFound'] as const).map((page) => ({ language, name: keyOf(page, language) })),
  );
  const templates = new Map(
    await Promise.all(
      names.map(async ({ language, name }): Promise<[string, string]> => {
        const html = await readFile(join(webDir, 'site', `${name}.html`), 'utf8');
        return [name, fillIn(html, config, testimonials, language)];
      }),
    ),
  );
  // Without PUBLIC_URL the origin is that of the request: only the last one's pages are cached.
  let ready = { origin: '', pages: new Map<string, ServedPage>() };
  const videoOrigin = config.tutorialVideoUrl ? new URL(config.tutorialVideoUrl).origin : null;
  return {
    page(page, language, origin) {
      if (ready.origin !== origin) ready = { origin, pages: new Map() };
      const key = keyOf(page, language);
      const known = ready.pages.get(key);
      if (known) return known;
      const html = templates.get(key)?.replaceAll(SITE_MARKS.origin, escapeHtml(origin)) ?? '';
      const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22);
      const policy = sitePolicy(html, page === 'tutorials' ? videoOrigin : null);
      const served: ServedPage = { html, etag: `W/"${hash}"`, policy, brotli: null };
      ready.pages.set(key, served);
      brotliCompress(html, (error, compressed) => {
        if (!error) served.brotli = compressed;
      });
      return served;
    },
  };
}

/** Whether a page shows the block. */
function shows(block: SiteBlock, config: SiteConfig, testimonials: readonly Testimonial[]): boolean {
  switch (block) {
    case 'video':
      return Boolean(config.tutorialVideoUrl);
    case 'tour':
      return !config.tutorialVideoUrl;
    case 'testimonials':
      return testimonials.length > 0;
    case 'examples':
      return testimonials.length === 0 && !config.isProduction;
    case 'demo':
      return config.demo;
    default:
      return providedLines(config).includes(block);
  }
}

const BLOCKS: readonly SiteBlock[] = ['video', 'tour', 'testimonials', 'examples', 'demo', ...PROVIDED_LINES];

function fillIn(
  html: string,
  config: SiteConfig,
  testimonials: readonly Testimonial[],
  language: Language,
): string {
  const { operator, supportEmail, tutorialVideoUrl } = config;
  const hidden = BLOCKS.filter((block) => !shows(block, config, testimonials));
  const shown = hidden.reduce((text, block) => {
    const { start, end } = blockMarks(block);
    return text.replace(new RegExp(`${start}[\\s\\S]*?${end}`, 'g'), '');
  }, html);
  const values: [mark: string, value: string][] = [
    [SITE_MARKS.operatorName, operator.name],
    [SITE_MARKS.operatorRegistrationNo, operator.registrationNo],
    [SITE_MARKS.operatorAddress, operator.address],
    [SITE_MARKS.operatorEmail, supportEmail],
    [SITE_MARKS.videoUrl, tutorialVideoUrl ?? ''],
    ...testimonials.flatMap(({ name, company, quote }, index): [string, string][] => {
      const marks = testimonialMarks(index);
      return [
        [marks.quote, quote[language]],
        [marks.name, name],
        [marks.company, company],
      ];
    }),
  ];
  // A function, because `$&` in a name must stay as it is.
  return values.reduce((text, [mark, value]) => text.replaceAll(mark, () => escapeHtml(value)), shown);
}

/** Search engines may read the public pages; pages that need signing in have no content for them. */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /dev/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/**
 * Every public page in every language, each with its alternates (sitemaps.org; hreflang as documented by search
 * engines).
 */
export function sitemapXml(origin: string): string {
  const pages: PageName[] = [...SITE_PAGES, 'auth'];
  const addressOf = (page: PageName, language: Language) => escapeHtml(origin + pathFor(page, language));
  const alternate = (name: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${name}" href="${href}"/>`;
  const entries = pages.flatMap((page) => {
    const alternates = [
      ...LANGUAGES.map((language) => alternate(language, addressOf(page, language))),
      alternate('x-default', addressOf(page, DEFAULT_LANGUAGE)),
    ].join('');
    return LANGUAGES.map((language) => `<url><loc>${addressOf(page, language)}</loc>${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
