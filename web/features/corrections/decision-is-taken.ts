import { ApiError } from '#web/api/request.ts';

/** Whether another administrator was quicker, the person withdrew it, or the entry is gone: there is nothing left to decide. */
export const decisionIsTaken = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'already_decided' || error.code === 'not_found');
