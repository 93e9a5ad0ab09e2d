/* Content security policies of the pages: https://www.w3.org/TR/CSP3/. API responses may load nothing at all. */
import { createHash } from 'node:crypto';

/** Placeholder in the app's HTML that the server replaces by each response's nonce. */
export const NONCE_MARK = '%nonce%';

type Policy = Record<string, string>;

const common: Policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

const textOf = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join(';');

/**
 * For a page of the app, of which the sign-in page contains its first script. An open dialog locks scrolling with an
 * inline style that has the nonce.
 */
export const appPolicy = (nonce: string, html: string): string =>
  textOf({
    ...common,
    // The decoder of QR codes is WebAssembly.
    'script-src': ["'self' 'wasm-unsafe-eval'", ...hashesOf('script', html)].join(' '),
    // The API returns QR codes as data URLs.
    'img-src': "'self' data:",
    'style-src': `'self' 'nonce-${nonce}'`,
  });

/** Of the one style that Swagger UI puts into its page itself. */
const docsStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";
/** For the page that shows the API, whose arrows are pictures within its stylesheet. */
export const docsPolicy: string = textOf({
  ...common,
  'img-src': "'self' data:",
  'style-src': `'self' ${docsStyle}`,
});

const stripeScripts = 'https://js.stripe.com https://*.js.stripe.com';
/** For the payment page: what Stripe's form needs, https://docs.stripe.com/security/guide#content-security-policy. */
export const stripePolicy: string = textOf({
  ...common,
  'script-src': `'self' 'wasm-unsafe-eval' ${stripeScripts}`,
  'frame-src': `${stripeScripts} https://hooks.stripe.com`,
  'connect-src': "'self' https://api.stripe.com",
  'img-src': "'self' data: https://*.stripe.com",
  'style-src': "'self' 'unsafe-inline'",
});

/** For a public page, which contains its stylesheet and first script and may use no others. */
export function sitePolicy(html: string, videoOrigin: string | null): string {
  return textOf({
    ...common,
    'script-src': ["'self'", ...hashesOf('script', html)].join(' '),
    'style-src': ["'self'", ...hashesOf('style', html)].join(' '),
    'media-src': "'self'",
    ...(videoOrigin && { 'frame-src': videoOrigin }),
  });
}

const hashesOf = (element: 'script' | 'style', html: string) =>
  [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
