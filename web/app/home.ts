import type { CurrentUser } from '#contract/auth.ts';
import { HOME } from '#contract/policy.ts';
import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';

/** Returns the path of the person's own home page. */
export function homeOf({ role }: Pick<CurrentUser, 'role'>, language: Language): string {
  return pathFor(HOME[role], language);
}
