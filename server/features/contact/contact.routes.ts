import { serve } from '#server/platform/http/bind.ts';
import { sendContactMessage } from './contact.service.ts';

export const contactHandlers = serve({
  sendContactMessage: (context, { body }, session) => sendContactMessage(context, body, session.token),
});
