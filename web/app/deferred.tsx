/* Parts of every layout that are not needed for the first view: their code loads after the page. */
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { type Load, withTexts } from '#web/loading/use-code.ts';

const pageLoaded = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(undefined);
  else addEventListener('load', resolve, { once: true });
});

const deferred = (load: Load<object>) => {
  const loadWithTexts = withTexts(['pwa'], load);
  return lazyPart(() => pageLoaded.then(loadWithTexts), { isOptional: true });
};

export const DeferredBanners = deferred(async () => (await import('./banners.tsx')).Banners);
export const DeferredInstallButton = deferred(
  async () => (await import('./install-button.tsx')).InstallButton,
);
/** For administrators only. */
export const DeferredSubscriptionNotice = deferred(
  async () => (await import('./subscription-notice.tsx')).SubscriptionNotice,
);
