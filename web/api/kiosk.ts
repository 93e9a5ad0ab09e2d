/* The endpoints of kiosks that need nothing of their queue. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { serverNow } from './server-clock.ts';

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

/** The paired devices, by name; only for those who may pair them. */
export const kiosksQuery = { ...query('listKiosks'), refetchInterval: 60_000 };

/** Creates a code that makes a device a kiosk. */
export function useCreatePairingCode() {
  return useMutation({
    mutationFn: (body: EndpointInput<'createKioskPairingCode'>['body']) =>
      request('createKioskPairingCode', { body }),
    meta: { handlesErrors: true },
    gcTime: 0,
  });
}

/** Ends a kiosk's pairing at once. */
export function useRevokeKiosk() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('revokeKiosk', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: kiosksQuery.queryKey }),
    meta: { handlesErrors: true },
  });
}
