/* Asks the browser to keep this origin's storage when the device runs out of space. */

let isAsked = false;

/** Asks once in a visit, as soon as something waits to be sent; some browsers ask the person, others decide by themselves. */
export function keepWhatIsStored(): void {
  if (isAsked) return;
  isAsked = true;
  // Missing without HTTPS, and in old browsers.
  void navigator.storage?.persist?.().catch(() => undefined);
}
