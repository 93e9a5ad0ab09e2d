/** The forms of the sign-in page, as `?mode=` names them; the first one without it. */
export const SIGN_IN_MODES = ['login', 'register', 'forgot', 'number'] as const;
export type SignInMode = (typeof SIGN_IN_MODES)[number];

/** `query` is a `URLSearchParams`. */
export function signInModeOf(query: { get(name: string): string | null }): SignInMode {
  return SIGN_IN_MODES.find((known) => known === query.get('mode')) ?? 'login';
}
