/* The endpoints of kiosks that need nothing of their queue. */
import { queryOptions } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { serverNow } from '#web/call/server-clock.ts';

/** How long before a code ends the next one is asked for, and how soon again after a failure. */
const AHEAD_MS = 500;
const RETRY_MS = 5000;

/** The address that a kiosk's location shows as a QR code, renewed when it ends. */
export const kioskCodeQuery = queryOptions({
  ...query('getKioskCode'),
  refetchInterval: ({ state: { data, error } }) =>
    error || !data ? RETRY_MS : Math.max(1000, Date.parse(data.validUntil) - serverNow() - AHEAD_MS),
  refetchIntervalInBackground: true,
  gcTime: 0,
});
