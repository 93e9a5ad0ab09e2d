import type { CurrentUser } from '#contract/auth.ts';
import { HOME } from '#contract/policy.ts';
import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';

export function homeOf({ role }: Pick<CurrentUser, 'role'>, language: Language): string {
  return pathFor(HOME[role], language);
}
