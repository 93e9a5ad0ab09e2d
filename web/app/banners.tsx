/* Loaded after the page: the service worker, and the banners about connection, new releases and installing. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { AuthContext } from '#web/call/user.ts';
import { askToNotify } from '../pwa/notifications.ts';
import { followUpdates } from '../pwa/updates.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { InstallBanner } from './install-banner.tsx';
import { UpdateNotice } from './update-notice.tsx';

let isFollowing = false;

/** Registers the service worker and follows its releases, once for the lifetime of the page. */
export function followReleases(queryClient: QueryClient): void {
  if (isFollowing) return;
  isFollowing = true;
  void followUpdates(queryClient);
}

export function Banners() {
  const queryClient = useQueryClient();
  const isSignedIn = use(AuthContext)?.mustChangePassword === false;
  useEffect(() => followReleases(queryClient), [queryClient]);
  useEffect(() => {
    if (isSignedIn) askToNotify();
  }, [isSignedIn]);
  return (
    <>
      <ConnectionBanner />
      <UpdateNotice />
      {/* At the top: the bottom edge has the navigation and the main action. */}
      <InstallBanner className={isSignedIn ? 'max-sm:top-18 max-sm:bottom-auto' : ''} />
    </>
  );
}
