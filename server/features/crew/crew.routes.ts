import { serve } from '#server/platform/http/bind.ts';
import { getCrew, recordCrew } from './crew.service.ts';

export const crewHandlers = serve({
  getCrew: (context, { params }) => getCrew(context, params.id),
  recordCrew: (context, { body }) => recordCrew(context, body),
});
