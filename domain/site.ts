/* The public pages: rendered once by the build; the server fills in the values that only it knows. */
import type { PageName } from './paths.ts';
import type { ProvidedLine } from './plans.ts';

/** The pages that are static HTML, in every language. Every other page belongs to the app. */
export const SITE_PAGES = [
  'landing',
  'features',
  'pricing',
  'contact',
  'tutorials',
  'privacy',
  'terms',
  'refund',
] as const satisfies readonly PageName[];
export type SitePage = (typeof SITE_PAGES)[number];

export function isSitePage(page: PageName): page is SitePage {
  return SITE_PAGES.some((name) => name === page);
}

/** Placeholders in the built pages for the public origin and for the operator. */
export const SITE_MARKS = {
  origin: 'https://origin.invalid',
  operatorName: '%operator-name%',
  operatorRegistrationNo: '%operator-registration-no%',
  operatorAddress: '%operator-address%',
  operatorEmail: '%operator-email%',
  videoUrl: '%video-url%',
} as const;

/** Parts of the built pages that the server leaves out where they do not apply. */
export type SiteBlock =
  /** The operator's tutorial video, or our own. */
  | 'video'
  | 'tour'
  /** The operator's testimonials, or invented ones that say so. */
  | 'testimonials'
  | 'examples'
  /** The way into the live demo. */
  | 'demo'
  /** Lines of the price list that depend on what the operator provides. */
  | ProvidedLine;

/** The comments around a block. */
export const blockMarks = (block: SiteBlock) => ({ start: `<!--${block}-->`, end: `<!--/${block}-->` });

/** How many testimonials the landing page shows. */
export const TESTIMONIALS = 2;

/** Placeholders of the operator's testimonial with this index. */
export const testimonialMarks = (index: number) => ({
  quote: `%testimonial-${index}-quote%`,
  name: `%testimonial-${index}-name%`,
  company: `%testimonial-${index}-company%`,
});

/** Where the server has the photograph of a testimonial. */
export const testimonialPhoto = (index: number) => `/testimonials/${index}`;

/** Where the server has the photograph of the operator's manager with this index. */
export const managerPhoto = (index: number) => `/managers/${index}`;

/** Pictures of paper, which is white in every look. */
export const isPaper = (picture: string) => picture === 'poster' || picture === 'sheet';

/** The width in pixels of the landing page's first picture on phones; the full one is larger. */
export const SMALL_PICTURE_WIDTH = 672;
