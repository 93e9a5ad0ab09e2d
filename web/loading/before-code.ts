/* What happened on the sign-in page before the app's code ran; late-start.ts records it. */

type BeforeCode = { button?: HTMLElement; installPrompt?: Event };

declare global {
  var beforeCode: BeforeCode | undefined;
}

let taken: BeforeCode = {};

/** The browser's offer to install the app, if it came before the code. */
export const earlierInstallPrompt = (): Event | undefined => globalThis.beforeCode?.installPrompt;

/** Ends the recording; call before the app hydrates the page, which then hears of events itself. */
export function takeOver(): void {
  taken = globalThis.beforeCode ?? {};
  globalThis.beforeCode = undefined;
}

/** Presses the button that was pressed last, now that it works. */
export function pressAgain(): void {
  const { button } = taken;
  taken = {};
  button?.click();
}
