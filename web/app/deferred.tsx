/* Parts of every layout that the first view does not need: their code loads after the page. */
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { type Load, withTexts } from '#web/loading/use-code.ts';

const pageLoaded = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(undefined);
  else addEventListener('load', resolve, { once: true });
});

const deferred = (load: Load<object>, area: 'pwa' | 'confirmation' = 'pwa') => {
  const loadWithTexts = withTexts([area], load);
  return lazyPart(() => pageLoaded.then(loadWithTexts), { isOptional: true });
};

export const DeferredBanners = deferred(async () => (await import('./banners.tsx')).Banners);
export const DeferredInstallButton = deferred(
  async () => (await import('./install-button.tsx')).InstallButton,
);
/** For administrators of a company whose owner has not confirmed the e-mail address. */
export const DeferredConfirmationNotice = deferred(
  async () => (await import('./confirmation-notice.tsx')).ConfirmationNotice,
  'confirmation',
);
/** For administrators. */
export const DeferredSubscriptionNotice = deferred(
  async () => (await import('./subscription-notice.tsx')).SubscriptionNotice,
);
