import { serve } from '#server/platform/http/bind.ts';
import { getPrivacyFacts } from './privacy.service.ts';

export const privacyHandlers = serve({
  getPrivacyFacts: (context) => getPrivacyFacts(context),
});
