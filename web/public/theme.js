// Applies the stored theme before the first paint; a blocking script in <head>, on the public pages within the HTML. See web/ui/theme.ts.
try {
  const theme = localStorage.getItem('maina-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
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
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.nonce;
  if (nonce) globalThis.__webpack_nonce__ = nonce;
}
