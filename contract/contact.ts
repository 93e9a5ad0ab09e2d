import * as z from 'zod/mini';
import { post } from './endpoint.ts';
import { emailField, empty, optionalText, requiredLongText, requiredText } from './fields.ts';

const contactInput = z.object({
  name: requiredText('nameRequired', 100),
  email: emailField,
  subject: requiredText('subjectRequired'),
  message: requiredLongText('messageRequired', 5000),
  /** A honeypot: people don't see this field, bots fill it in. */
  website: optionalText(),
});

export const contactEndpoints = {
  sendContactMessage: post('/api/contact', 'public', { body: contactInput, response: empty }),
};
