import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from '#web/call/live.ts';

/** Hears of changes as they happen, while somebody is signed in. */
export function FollowChanges() {
  const queryClient = useQueryClient();
  useEffect(() => followChanges(queryClient, 'watchChanges'), [queryClient]);
  return null;
}
