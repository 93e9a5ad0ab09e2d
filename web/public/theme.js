// Applies the stored theme before the first paint; loaded as a blocking script in <head>. See web/ui/theme.ts.
try {
  const theme = localStorage.getItem('maina-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's theme is then used.
}
