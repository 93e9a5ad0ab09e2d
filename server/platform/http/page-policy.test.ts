import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { appPolicy, sitePolicy, stripePolicy } from './page-policy.ts';

const directives = (policy: string) =>
  new Map(policy.split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));
const style = 'body{color:red}';
const script = 'console.log(1)';
const policies = {
  app: appPolicy('bm9uY2U=', ''),
  stripe: stripePolicy,
  site: sitePolicy(`<script>${script}</script><style>${style}</style>`, null),
};

it.each(Object.entries(policies))(
  '%s: scripts only from our files, nothing from other hosts',
  (name, policy) => {
    const found = directives(policy);
    expect(found.get('default-src')).toEqual(["'none'"]);
    expect(found.get('base-uri')).toEqual(["'none'"]);
    expect(found.get('frame-ancestors')).toEqual(["'none'"]);
    expect(found.get('script-src')).not.toContain("'unsafe-inline'");
    expect(found.get('script-src')).not.toContain("'unsafe-eval'");
    for (const sources of found.values()) {
      for (const anything of ['*', 'http:', 'https:', 'blob:']) expect(sources).not.toContain(anything);
    }
    const isOwn = (source: string) => !source.includes('.') || name === 'stripe';
    expect([...found.values()].flat().filter((source) => !isOwn(source))).toEqual([]);
  },
);

it('allows only the style and script that the page was built with', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(directives(policies.site).get('style-src')).toEqual(["'self'", hash(style)]);
  expect(directives(policies.site).get('script-src')).toEqual(["'self'", hash(script)]);
  expect(directives(appPolicy('bm9uY2U=', `<script>${script}</script>`)).get('script-src')).toEqual([
    "'self'",
    "'wasm-unsafe-eval'",
    hash(script),
  ]);
  expect(directives(policies.app).get('style-src')).toEqual(["'self'", "'nonce-bm9uY2U='"]);
});

it("allows the video's host if there is a video", () => {
  expect(directives(sitePolicy('', 'https://video.example')).get('frame-src')).toEqual([
    'https://video.example',
  ]);
  expect(directives(policies.site).get('frame-src')).toBeUndefined();
});
