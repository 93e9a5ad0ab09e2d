import { serve } from '#server/platform/http/bind.ts';
import { explainHours } from './hours-explanation.service.ts';
import * as changes from './time-entry-changes.service.ts';

/** The app passes in `requests`, so that this feature does not depend on the one that keeps them. */
export const timeEntriesHandlers = (requests: changes.PendingRequests) =>
  serve({
    createTimeEntry: (context, { body }) => changes.createTimeEntry(context, body),
    updateTimeEntry: (context, { params, body }) =>
      changes.updateTimeEntry(context, params.id, body, requests),
    deleteTimeEntry: (context, { params, body }) =>
      changes.deleteTimeEntry(context, params.id, body.reason, requests),
    explainHours: (context, { query }) => explainHours(context, query),
  });
