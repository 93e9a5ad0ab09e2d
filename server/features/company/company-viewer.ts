import type { Selectable } from 'kysely';
import type { CompanyViewer } from '#server/context.ts';
import type { Company } from '#server/generated/types.ts';

type Row = Pick<
  Selectable<Company>,
  | 'name'
  | 'language'
  | 'timezone'
  | 'longestShiftHours'
  | 'subscriptionPlan'
  | 'subscriptionStatus'
  | 'trialEndsAt'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
>;

/** The company as services see it where nobody is signed in: API keys and jobs. */
export function companyViewerOf(companyId: string, company: Row): CompanyViewer {
  return {
    companyId,
    language: company.language,
    companyName: company.name,
    companyLanguage: company.language,
    timeZone: company.timezone,
    longestShiftHours: company.longestShiftHours,
    subscription: {
      plan: company.subscriptionPlan,
      status: company.subscriptionStatus,
      trialEndsAt: company.trialEndsAt,
      currentPeriodEnd: company.currentPeriodEnd,
      cancelAtPeriodEnd: company.cancelAtPeriodEnd,
    },
  };
}
