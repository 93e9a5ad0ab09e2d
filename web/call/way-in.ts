/* How somebody has last signed in on this device: the sign-in page begins with that form, and knows the company. */
import { SIGN_IN_COOKIE } from '#domain/sign-in.ts';

const ONE_YEAR_S = 365 * 24 * 60 * 60;

/** The cookie, which the server reads too; undefined before the first sign-in, and while the page is built. */
export const rememberedWayIn = (): string | undefined =>
  globalThis.document && new RegExp(`(?:^|; )${SIGN_IN_COOKIE}=([\\w.]+)`).exec(document.cookie)?.[1];

/** The code of the company where somebody has last signed in; empty if there is none. */
export const rememberedCompanyCode = (): string => rememberedWayIn()?.split('.')[1] ?? '';

export function rememberWayIn(way: 'number' | 'email' | 'company', companyCode: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${SIGN_IN_COOKIE}=${way}.${companyCode}; path=/; max-age=${ONE_YEAR_S}; samesite=lax${secure}`;
}
