import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { getAiEndpoint } from '../ai-endpoint/ai-endpoint.service.ts';
import { countApiKeys } from '../api-keys/api-keys.queries.ts';
import { findCompany } from '../company/company.queries.ts';
import { findSingleSignOn } from '../single-sign-on/single-sign-on.queries.ts';
import { listWebhookHosts } from '../webhooks/webhooks.queries.ts';

const hostOf = (address: string | undefined) => (address ? new URL(address).hostname : null);

/** Who processes the company's data, where, and how long they are kept, by the current settings. */
export const getPrivacyFacts: Handler<'getPrivacyFacts'> = async (context) => {
  const { db, viewer, config } = context;
  const company = await findCompany(db, viewer.companyId);
  if (!company) throw new AppError('not_found');
  const ownModel = await getAiEndpoint(context);
  const keys = await countApiKeys(db, viewer.companyId);
  const signIn = await findSingleSignOn(db, viewer.companyId);
  const { name, registrationNo, address, phone, email, timezone, retentionYears, retentionFrom } = company;
  return {
    company: { name, registrationNo, address, phone, email, timezone },
    operator: { ...config.operator, email: config.supportEmail },
    hosting: config.operator.hosting ?? null,
    mailHost: hostOf(config.smtpUrl),
    languageModelHost: hostOf(ownModel.isOn && ownModel.isInPlan ? ownModel.baseUrl : config.ai?.baseUrl),
    programs: keys.writing > 0 ? 'write' : keys.all > 0 ? 'read' : null,
    signInHost: hostOf(signIn?.issuer),
    webhookHosts: await listWebhookHosts(db, viewer.companyId),
    retentionYears,
    retentionFrom,
  };
};
