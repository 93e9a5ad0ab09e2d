/* Loaded after the page: the service worker, and the banners about connection, new releases and installing. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import { AuthContext } from '#web/call/user.ts';
import { installState, onInstallChange } from '../pwa/install.ts';
import type { PageMessage } from '../pwa/messages.ts';
import { followUpdates } from '../pwa/updates.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { DeferredNotifications } from './deferred.tsx';
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
  const user = use(AuthContext);
  const isSignedIn = user?.mustChangePassword === false;
  const { banner } = useSyncExternalStore(onInstallChange, installState);
  // At the top: the bottom edge has the navigation and the main action.
  const place = isSignedIn ? 'max-sm:top-18 max-sm:bottom-auto' : '';
  useEffect(() => followReleases(queryClient), [queryClient]);
  useFollowedNotifications();
  return (
    <>
      <ConnectionBanner />
      <UpdateNotice />
      <InstallBanner className={place} />
      {isSignedIn && !banner && user.companyId !== SHARED_DEMO_COMPANY_ID && (
        <DeferredNotifications className={place} />
      )}
    </>
  );
}

/** Opens what a notification is about in this page. */
function useFollowedNotifications() {
  const navigate = useNavigate();
  const follow = useEffectEvent(({ data }: MessageEvent<PageMessage>) => {
    if (data.type === 'open') void navigate(data.path);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => follow(event);
    navigator.serviceWorker?.addEventListener('message', listen);
    return () => navigator.serviceWorker?.removeEventListener('message', listen);
  }, []);
}
