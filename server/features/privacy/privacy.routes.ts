import type { Handlers } from '#server/platform/http/bind.ts';
import { getPrivacyFacts } from './privacy.service.ts';

export const privacyHandlers: Handlers<'getPrivacyFacts'> = {
  getPrivacyFacts: (context) => getPrivacyFacts(context),
};
