import type { Handlers } from '#server/platform/http/bind.ts';
import { getCrew, recordCrew } from './crew.service.ts';

export const crewHandlers: Handlers<'getCrew' | 'recordCrew'> = {
  getCrew: (context, { params }) => getCrew(context, params.id),
  recordCrew: (context, { body }) => recordCrew(context, body),
};
