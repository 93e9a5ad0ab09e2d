import type { Handlers } from '#server/platform/http/bind.ts';
import { answerPreset, answerQuestion, listPresets } from './ask.service.ts';

export const askHandlers: Handlers<'listAskPresets' | 'ask' | 'askPreset'> = {
  listAskPresets: (context) => listPresets(context),
  ask: (context, { body }) => answerQuestion(context, body.question),
  askPreset: (context, { body }) => answerPreset(context, body),
};
