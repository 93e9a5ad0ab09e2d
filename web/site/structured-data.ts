/* What search engines read (schema.org). */
import { LANGUAGES } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { PLAN_IDS, PLANS } from '#domain/plans.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { SITE_MARKS } from '#domain/site.ts';
import { type SiteContext, textsOf } from './site.tsx';

type Thing = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>;

const context = 'https://schema.org';

/** The product on the pages that sell it, and the questions on the pages that have them. */
export function structuredData(site: SiteContext): Thing[] {
  if (site.page === 'landing') return [application(site), questions(site)];
  return site.page === 'pricing' ? [application(site)] : [];
}

function application({ language }: SiteContext): Thing {
  const { title, description } = textsOf(language, 'site').meta.landing;
  return {
    '@context': context,
    '@type': 'SoftwareApplication',
    name: PRODUCT_NAME,
    headline: title,
    description,
    url: SITE_MARKS.origin + pathFor('landing', language),
    image: `${SITE_MARKS.origin}/og/${language}.png`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    inLanguage: LANGUAGES,
    offers: PLAN_IDS.map((id) => ({
      '@type': 'Offer',
      name: PLANS[id].name,
      price: PLANS[id].price,
      priceCurrency: 'EUR',
      url: SITE_MARKS.origin + pathFor('pricing', language),
    })),
  };
}

function questions({ language }: SiteContext): Thing {
  return {
    '@context': context,
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: Object.values(textsOf(language, 'site-landing').faq.items).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
