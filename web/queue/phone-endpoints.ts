import type { EndpointName } from '#contract/index.ts';

/** What a phone's queue sends; the service worker knows no other endpoints (tools/build/build.ts). */
export const PHONE_ENDPOINTS = [
  'scan',
  'checkOut',
  'undoCheckOut',
  'createWorkReports',
  'recordBreak',
  'recordCrew',
] as const satisfies EndpointName[];
