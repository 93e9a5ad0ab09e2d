const ASKED = 'maina-notifications-asked';

/** Asks for permission to show notifications, once on this device (decisions.md §5). */
export function askToNotify(): void {
  if (!('Notification' in window) || Notification.permission !== 'default' || wasAsked()) return;
  // Chromium only: Firefox and Safari silently refuse requests without a click.
  if ('userAgentData' in navigator) ask();
  else addEventListener('click', ask, { once: true });
}

function ask(): void {
  rememberAsked();
  // The browser refused the request at this moment.
  Notification.requestPermission().catch(() => undefined);
}

function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED) === 'true';
  } catch {
    // Without storage the answer could not be remembered.
    return true;
  }
}

function rememberAsked(): void {
  try {
    localStorage.setItem(ASKED, 'true');
  } catch {
    // Storage became full or disabled meanwhile.
  }
}
