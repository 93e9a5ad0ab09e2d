/** The forms of the sign-in page, as `?mode=` names them; the usual one without it. */
export const SIGN_IN_MODES = ['login', 'register', 'forgot', 'number'] as const;
export type SignInMode = (typeof SIGN_IN_MODES)[number];

/** The cookie that says how somebody has last signed in on this device: `number.<company code>` or `email.<company code>`. */
export const SIGN_IN_COOKIE = 'maina_sign_in';

/** `query` is a `URLSearchParams`, `remembered` the cookie. */
export function signInModeOf(
  query: { get(name: string): string | null },
  remembered: string | undefined,
): SignInMode {
  const asked = SIGN_IN_MODES.find((known) => known === query.get('mode'));
  return asked ?? (remembered?.startsWith('number.') ? 'number' : 'login');
}
