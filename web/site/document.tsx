import type { ReactNode } from 'react';
import { DEFAULT_LANGUAGE, LANGUAGES, LOCALES } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { SITE_MARKS } from '#domain/site.ts';
import { InstallBanner } from './install-banner.tsx';
import { useSite, useTexts } from './site.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { structuredData } from './structured-data.ts';

/** Paths of files of the web build. */
export type SiteAssets = {
  /** Inlined: a separate file would cost a round trip before the first paint. */
  css: string;
  /** The inlined script that applies the chosen theme. */
  themeScript: string;
  script: string;
};

export function SiteDocument({ assets, children }: { assets: SiteAssets; children: ReactNode }) {
  const { language } = useSite();
  const { skipToContent } = useTexts('nav');
  return (
    <html lang={language}>
      <Head assets={assets} />
      <body className="flex flex-col">
        <a
          href="#main"
          className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0 print:hidden"
        >
          {skipToContent}
        </a>
        <SiteHeader />
        <main id="main" tabIndex={-1} className="flex-1 outline-none!">
          {children}
        </main>
        <SiteFooter />
        <InstallBanner />
        {/* Next to the texts that it repeats, which compresses better. */}
        <StructuredData />
      </body>
    </html>
  );
}

function Head({ assets }: { assets: SiteAssets }) {
  const site = useSite();
  const { language, page } = site;
  const { title, description, keywords } = useTexts('site').meta[page];
  const fullTitle = page === 'landing' ? title : `${title} · ${PRODUCT_NAME}`;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      <meta name="robots" content={page === 'notFound' ? 'noindex' : 'index, follow'} />
      {page !== 'notFound' && <Addresses page={page} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={openGraphLocale(language)} />
      {LANGUAGES.filter((other) => other !== language).map((other) => (
        <meta key={other} property="og:locale:alternate" content={openGraphLocale(other)} />
      ))}
      <meta property="og:image" content={`${SITE_MARKS.origin}/og/${language}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${PRODUCT_NAME}: ${useTexts('site').preview.title}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf6" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f141a" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={`/manifest.${language}.webmanifest`} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own script; the policy names its hash. */}
      <script dangerouslySetInnerHTML={{ __html: assets.themeScript }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own stylesheet. */}
      <style dangerouslySetInnerHTML={{ __html: assets.css }} />
      {/* Fonts are not preloaded: that would delay the first paint, and the layout requests them at once anyway. */}
      <script type="module" src={assets.script} />
    </head>
  );
}

function StructuredData() {
  return structuredData(useSite()).map((thing) => (
    <script
      key={thing['@type']}
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, made safe for a script element.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(thing).replaceAll('<', '\\u003c') }}
    />
  ));
}

function Addresses({ page }: { page: Parameters<typeof pathFor>[0] }) {
  const { language } = useSite();
  const addressIn = (other: typeof language) => SITE_MARKS.origin + pathFor(page, other);
  return (
    <>
      <link rel="canonical" href={addressIn(language)} />
      {LANGUAGES.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={addressIn(other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressIn(DEFAULT_LANGUAGE)} />
      <meta property="og:url" content={addressIn(language)} />
    </>
  );
}

const openGraphLocale = (language: keyof typeof LOCALES) => LOCALES[language].replace('-', '_');
