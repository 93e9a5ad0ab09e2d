/*
 * A script within the sign-in page, without imports, exports or types: loads the app's code after the page, and runs it with
 * the first sign of use or after ten seconds, so that a slow phone shows the page and takes the first touch without a delay.
 * Keeps what would be lost meanwhile for `before-code.ts`.
 */
globalThis.beforeCode = {};
addEventListener(
  'click',
  ({ target }) => {
    if (!globalThis.beforeCode || !(target instanceof Element)) return;
    const button = target.closest('button');
    if (button && button.type !== 'submit') globalThis.beforeCode.button = button;
    const link = target.closest('a[href*="mode="]');
    if (!(link instanceof HTMLAnchorElement)) return;
    // Rendered by the build, it does not know where somebody wanted to go.
    const query = new URLSearchParams(location.search);
    query.set('mode', new URLSearchParams(link.search).get('mode') ?? '');
    link.search = String(query);
  },
  true,
);
addEventListener('beforeinstallprompt', (event) => {
  if (!globalThis.beforeCode) return;
  event.preventDefault();
  globalThis.beforeCode.installPrompt = event;
});
const run = () => import(document.documentElement.dataset.entry ?? '');
for (const type of ['pointerdown', 'keydown', 'focusin', 'click'])
  addEventListener(type, run, { once: true });
addEventListener('load', () => {
  document.head.append(document.querySelector('template')?.content ?? '');
  setTimeout(run, 10_000);
});
