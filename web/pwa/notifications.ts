const ASKED = 'maina-notifications-asked';

/** Asks for the permission to notify, once on this device (decisions.md §5). */
export function askToNotify(): void {
  if (!('Notification' in window) || Notification.permission !== 'default' || wasAsked()) return;
  // Only Chromium has it, and only Chromium asks without a click; Firefox and Safari refuse in silence.
  if ('userAgentData' in navigator) ask();
  else addEventListener('click', ask, { once: true });
}

function ask(): void {
  rememberAsked();
  // Refused by the browser itself, where it does not like the moment.
  Notification.requestPermission().catch(() => undefined);
}

function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED) === 'true';
  } catch {
    // Nobody could remember the answer.
    return true;
  }
}

function rememberAsked(): void {
  try {
    localStorage.setItem(ASKED, 'true');
  } catch {
    // Full or forbidden meanwhile.
  }
}
