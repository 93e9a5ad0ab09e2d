import type { Handlers } from '#server/platform/http/handler.ts';
import { recordBreak } from './breaks.service.ts';
import { answerMissingCheckOut, getMissingCheckOut } from './missing-check-outs.service.ts';
import { checkOut, getActiveEntry, getLocationOfCode, scan, settleRefused } from './time-tracking.service.ts';
import { undoCheckOut } from './undo-check-out.service.ts';

export const timeTrackingHandlers = {
  getActiveEntry: (context) => getActiveEntry(context),
  scan: (context, { body }) => scan(context, body, context.session.phone()),
  checkOut: (context, { body }) => checkOut(context, body, context.session.phone()),
  undoCheckOut: (context, { body }) => undoCheckOut(context, body),
  recordBreak: (context, { body }) => recordBreak(context, body),
  getLocationOfCode: (context, { query }) => getLocationOfCode(context, query),
  getMissingCheckOut: (context) => getMissingCheckOut(context),
  answerMissingCheckOut: (context, { body }) => answerMissingCheckOut(context, body),
  settleRefusedScan: (context, { params }) => settleRefused(context, params.id),
} satisfies Partial<Handlers>;
