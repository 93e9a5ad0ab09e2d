/* Parts of every layout that the first view does not need: their code loads after the page. */
import { lazy, Suspense } from 'react';
import { loadAreas } from '../i18n/i18n.ts';

const loaded = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(undefined);
  else addEventListener('load', resolve, { once: true });
});

/** The page works without them: nothing is shown when they cannot be loaded. */
const deferred = (load: () => Promise<{ default: () => React.ReactNode }>) =>
  lazy(async () => {
    await loaded;
    const [part] = await Promise.all([load(), loadAreas(['pwa'])]).catch(() => [{ default: () => null }]);
    return part;
  });

const Banners = deferred(async () => ({ default: (await import('./banners.tsx')).Banners }));
const InstallButton = deferred(async () => ({
  default: (await import('./install-button.tsx')).InstallButton,
}));

const SubscriptionNotice = deferred(async () => ({
  default: (await import('./subscription-notice.tsx')).SubscriptionNotice,
}));

export function DeferredBanners() {
  return (
    <Suspense>
      <Banners />
    </Suspense>
  );
}

export function DeferredInstallButton() {
  return (
    <Suspense>
      <InstallButton />
    </Suspense>
  );
}

/** For administrators. */
export function DeferredSubscriptionNotice() {
  return (
    <Suspense>
      <SubscriptionNotice />
    </Suspense>
  );
}
