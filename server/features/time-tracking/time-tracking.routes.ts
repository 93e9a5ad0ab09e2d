import type { Handlers } from '#server/platform/http/bind.ts';
import { checkOut, getActiveEntry, scan } from './time-tracking.service.ts';

export const timeTrackingHandlers: Handlers<'getActiveEntry' | 'scan' | 'checkOut'> = {
  getActiveEntry: (context) => getActiveEntry(context),
  scan: (context, { body }) => scan(context, body),
  checkOut: (context, { body }) => checkOut(context, body),
};
