import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { useReach, useUser } from './auth.ts';
import { dashboardKey } from './dashboard.ts';
import { activeLocationsQuery } from './own-time.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { subscriptionStatusQuery } from './subscription.ts';

/** Every location that is not deleted, in the order they were added; only for administrators. */
export const locationsQuery = query('listLocations');

/** The locations that the viewer may choose: all for administrators, the active ones of a manager, or all active ones. */
export function useLocationOptions(): UseQueryResult<{ id: string; name: string }[]> {
  const { locationIds, role } = useUser();
  const mayList = useReach('listLocations') !== undefined;
  const all = useQuery({ ...locationsQuery, enabled: mayList });
  const active = useQuery({
    ...activeLocationsQuery,
    enabled: !mayList,
    select: (locations) => locations.filter(({ id }) => role !== 'manager' || locationIds.includes(id)),
  });
  return mayList ? all : active;
}

/** A location's QR code: a picture of 256 px and the URL in it. A code never changes. */
export const locationQrQuery = (id: string) => ({
  ...query('getLocationQr', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How long the way between locations takes, as far as somebody has entered it. */
export const distancesQuery = query('listDistances');

/** Replaces all distances. */
export function useSaveDistances() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateDistances'>['body']) => request('updateDistances', { body }),
    onSuccess: (saved) => queryClient.setQueryData(distancesQuery.queryKey, saved),
    meta: { handlesErrors: true },
  });
}

/**
 * Resolves when the list on screen is up to date; other queries that show locations are refetched in the background.
 */
export function useLocationsChanged() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: dashboardKey });
    void queryClient.invalidateQueries({ queryKey: subscriptionStatusQuery.queryKey });
    return queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
  };
}

/** Changes the location with the id, or adds one if there is no id. */
export function useSaveLocation(id: string | undefined) {
  const changed = useLocationsChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'createLocation'>['body']) =>
      id ? request('updateLocation', { params: { id }, body }) : request('createLocation', { body }),
    onSuccess: changed,
    meta: { handlesErrors: true },
  });
}

/** Gives the location a new code. */
export function useRenewLocationCode() {
  const queryClient = useQueryClient();
  const changed = useLocationsChanged();
  return useMutation({
    mutationFn: (id: string) => request('renewLocationCode', { params: { id } }),
    onSuccess: ({ id }) => {
      queryClient.removeQueries({ queryKey: locationQrQuery(id).queryKey });
      return changed();
    },
    meta: { handlesErrors: true },
  });
}

export function useDeleteLocation() {
  const changed = useLocationsChanged();
  return useMutation({
    mutationFn: (id: string) => request('deleteLocation', { params: { id } }),
    onSuccess: changed,
    meta: { handlesErrors: true },
  });
}
