import { serve } from '#server/platform/http/bind.ts';
import { answerPreset, answerQuestion, listPresets } from './ask.service.ts';

export const askHandlers = serve({
  listAskPresets: (context) => listPresets(context),
  ask: (context, { body }) => answerQuestion(context, body.question),
  askPreset: (context, { body }) => answerPreset(context, body),
});
