/* The public pages: rendered once by the build; the server fills in the values that only it knows. */
import type { PageName } from './paths.ts';

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

/** The server removes the part between these if there is no tutorial video. */
export const VIDEO_BLOCK = { start: '<!--video-->', end: '<!--/video-->' } as const;
