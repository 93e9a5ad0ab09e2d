/** The forms of the sign-in page, as `?mode=` names them; the usual one without it. */
export const SIGN_IN_MODES = ['login', 'register', 'forgot', 'number', 'company'] as const;
export type SignInMode = (typeof SIGN_IN_MODES)[number];

/** The cookie that says how somebody has last signed in on this device: `number.<company code>`, `email.…` or `company.…`. */
export const SIGN_IN_COOKIE = 'maina_sign_in';

/** `query` is a `URLSearchParams`, `remembered` the cookie. */
export function signInModeOf(
  query: { get(name: string): string | null },
  remembered: string | undefined,
): SignInMode {
  const asked = SIGN_IN_MODES.find((known) => known === query.get('mode'));
  const usual = (['number', 'company'] as const).find((way) => remembered?.startsWith(`${way}.`));
  return asked ?? usual ?? 'login';
}

/** Why a provider of single sign-on has led back without a session: `?error=` names the code of one of these errors. */
export const SSO_REFUSALS = [
  'single_sign_on_off',
  'single_sign_on_failed',
  'single_sign_on_expired',
  'single_sign_on_unconfirmed',
  'single_sign_on_unknown',
  'single_sign_on_own_way',
  'account_inactive',
] as const;
