import type { PrivacyFacts } from '#contract/privacy.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { findCompany } from '../company/company.queries.ts';

const hostOf = (address: string | undefined) => (address ? new URL(address).hostname : null);

/** Who processes the company's data, where, and for how long it keeps them: from the settings in force. */
export async function getPrivacyFacts({ db, viewer, config }: Context): Promise<PrivacyFacts> {
  const company = await findCompany(db, viewer.companyId);
  if (!company) throw new AppError('not_found');
  const { name, registrationNo, address, phone, email, timezone, retentionYears, retentionFrom } = company;
  return {
    company: { name, registrationNo, address, phone, email, timezone },
    operator: { ...config.operator, email: config.supportEmail },
    hosting: config.operator.hosting ?? null,
    mailHost: hostOf(config.smtpUrl),
    languageModelHost: hostOf(config.ai?.baseUrl),
    retentionYears,
    retentionFrom,
  };
}
