/* The public pages as HTML: one file per page and language. Run by the build, see tools/build/build.ts. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES } from '#domain/languages.ts';
import { SITE_PAGES } from '#domain/site.ts';
import { ContactPage } from './contact-page.tsx';
import { type SiteAssets, SiteDocument } from './document.tsx';
import { FeaturesPage } from './features-page.tsx';
import { LandingPage } from './landing-page.tsx';
import { LegalPage } from './legal-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PricingPage } from './pricing-page.tsx';
import { Site, type SiteContext } from './site.tsx';
import { TutorialsPage } from './tutorials-page.tsx';

const PAGES: Record<SiteContext['page'], ReactNode> = {
  landing: <LandingPage />,
  features: <FeaturesPage />,
  pricing: <PricingPage />,
  contact: <ContactPage />,
  tutorials: <TutorialsPage />,
  privacy: <LegalPage name="privacy" />,
  terms: <LegalPage name="terms" />,
  refund: <LegalPage name="refund" />,
  notFound: <NotFoundPage />,
};

export type PrerenderedPage = SiteContext & { html: string };

/** Renders every page in every language, with `SITE_MARKS` for values that only the server knows. */
export function renderSite(assets: SiteAssets): PrerenderedPage[] {
  return LANGUAGES.flatMap((language) =>
    ([...SITE_PAGES, 'notFound'] as const).map((page) => ({
      language,
      page,
      html: renderPage({ language, page }, assets),
    })),
  );
}

function renderPage(site: SiteContext, assets: SiteAssets): string {
  const markup = renderToStaticMarkup(
    <Site value={site}>
      <SiteDocument assets={assets}>{PAGES[site.page]}</SiteDocument>
    </Site>,
  );
  const withComments = markup.replace(/<template>&lt;!--(.*?)--&gt;<\/template>/g, '<!--$1-->');
  return `<!doctype html>\n${withComments}\n`;
}
