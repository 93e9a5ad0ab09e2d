import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { useReach, useUser } from '#web/call/user.ts';

/** The locations that the viewer may choose: all for administrators, the active ones of a manager, or all active ones. */
export function useLocationOptions(): UseQueryResult<{ id: string; name: string }[]> {
  const { locationIds, role } = useUser();
  const mayList = useReach('listLocations') !== undefined;
  const all = useQuery({ ...query('listLocations'), enabled: mayList });
  const active = useQuery({
    ...query('listLocationNames'),
    enabled: !mayList,
    select: (locations) => locations.filter(({ id }) => role !== 'manager' || locationIds.includes(id)),
  });
  return mayList ? all : active;
}
