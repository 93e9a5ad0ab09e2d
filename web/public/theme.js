/*
 * A blocking script in <head>, on the public pages and the sign-in page within the HTML. In the JavaScript of 2015, which
 * browsers that are too old for the app run as well.
 */

// Applies the stored theme before the first paint; see web/ui/theme.ts.
try {
  const theme = localStorage.getItem('maina-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (_error) {
  // Storage may be forbidden; the system's theme is then used.
}

// A form that is sent before the page's code is there waits for it (web/features/auth/login-form.tsx).
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  event.target.dataset.waits = '';
});

// By this name the lock that keeps a page still behind a dialog finds the nonce that its style needs.
{
  const meta = document.querySelector('meta[name="csp-nonce"]');
  if (meta) window.__webpack_nonce__ = meta.nonce;
}

// What the app uses and browsers got last. The notice names the first versions that have all of it.
if (
  !Promise.withResolvers ||
  !Map.groupBy ||
  !window.AbortSignal ||
  !AbortSignal.any ||
  !Intl.Segmenter ||
  !('popover' in HTMLElement.prototype) ||
  !CSS.supports('color', 'color-mix(in oklab, red, red)')
) {
  document.addEventListener('DOMContentLoaded', () => {
    const notice = document.getElementById('needs-newer-browser');
    if (notice) notice.hidden = false;
  });
}
