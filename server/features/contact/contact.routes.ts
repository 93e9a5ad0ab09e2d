import type { Handlers } from '#server/platform/http/bind.ts';
import { sendContactMessage } from './contact.service.ts';

export const contactHandlers: Handlers<'sendContactMessage'> = {
  async sendContactMessage(context, { body }, session) {
    await sendContactMessage(context, body, session.token);
    return {};
  },
};
