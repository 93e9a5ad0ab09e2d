import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { followReleases } from './banners.tsx';

/** Pages of devices that nobody is signed in on: no navigation and no banners, but new releases and the offline files. */
export function Component() {
  const queryClient = useQueryClient();
  useEffect(() => followReleases(queryClient), [queryClient]);
  return <Outlet />;
}
