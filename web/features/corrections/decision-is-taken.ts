import { ApiError } from '#web/call/request.ts';

/** Returns true if nothing is left to decide: already decided, withdrawn, or the entry was deleted. */
export const decisionIsTaken = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'already_decided' || error.code === 'not_found');
