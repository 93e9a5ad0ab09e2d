/* Loaded after the page: the service worker, and the banners about connection, new releases and installing. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { AuthContext } from '#web/call/user.ts';
import { lazyPart } from '../loading/lazy-part.tsx';
import { isSecondDay } from '../pwa/second-day.ts';
import { followUpdates } from '../pwa/updates.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { InstallBanner } from './install-banner.tsx';
import { UpdateNotice } from './update-notice.tsx';

const Invitation = lazyPart(
  async () => (await import('#web/features/identity/notifications.tsx')).NotificationsInvitation,
  { isOptional: true },
);

let isFollowing = false;

/** Registers the service worker and follows its releases, once for the lifetime of the page. */
export function followReleases(queryClient: QueryClient): void {
  if (isFollowing) return;
  isFollowing = true;
  void followUpdates(queryClient);
}

export function Banners() {
  const queryClient = useQueryClient();
  const user = use(AuthContext);
  const isSignedIn = user?.mustChangePassword === false;
  // Not on the first: people do not know yet what notifications are for.
  const [knowsApp] = useState(isSecondDay);
  // At the top: the bottom edge has the navigation and the main action.
  const place = isSignedIn ? 'max-sm:top-18 max-sm:bottom-auto' : '';
  useEffect(() => followReleases(queryClient), [queryClient]);
  useFollowedNotifications();
  return (
    <>
      <ConnectionBanner />
      <UpdateNotice />
      <InstallBanner className={place}>
        {isSignedIn && knowsApp && <Invitation className={place} />}
      </InstallBanner>
    </>
  );
}

/** Opens what a notification is about in this page. */
function useFollowedNotifications() {
  const navigate = useNavigate();
  useEffect(() => {
    // The only message from the service worker: what to open, or null.
    const follow = ({ data }: MessageEvent<string | null>) => data && void navigate(data);
    navigator.serviceWorker?.addEventListener('message', follow);
    return () => navigator.serviceWorker?.removeEventListener('message', follow);
  }, [navigate]);
}
