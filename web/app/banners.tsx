/* What comes after the page itself: the worker, and what there is to say about connection, release and installing. */
import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { AuthContext } from '../api/auth.ts';
import { askToNotify } from '../pwa/notifications.ts';
import { followUpdates } from '../pwa/updates.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { InstallBanner } from './install-banner.tsx';
import { UpdateNotice } from './update-notice.tsx';

let isFollowing = false;

export function Banners() {
  const queryClient = useQueryClient();
  const isSignedIn = use(AuthContext)?.mustChangePassword === false;
  useEffect(() => {
    if (isFollowing) return;
    isFollowing = true;
    void followUpdates(queryClient);
  }, [queryClient]);
  useEffect(() => {
    if (isSignedIn) askToNotify();
  }, [isSignedIn]);
  return (
    <>
      <ConnectionBanner />
      <UpdateNotice />
      {/* Below lies the navigation, and what the thumb came for. */}
      <InstallBanner className={isSignedIn ? 'max-sm:top-18 max-sm:bottom-auto' : ''} />
    </>
  );
}
