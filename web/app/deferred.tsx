/* Parts of every layout that are not needed for the first view: their code loads after the page. */
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import type { Load } from '#web/loading/use-code.ts';
import { Spinner } from '#web/ui/spinner.tsx';

const pageLoaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(undefined);
    else addEventListener('load', resolve, { once: true });
  });

const loadParts = async () => (await import('./deferred-parts.ts')).parts;

/** Has no placeholder; the page works without it. */
const optional = (load: Load<object>) => lazyPart(() => pageLoaded().then(load), { isOptional: true });

export const DeferredBanners = optional(async () => (await loadParts()).Banners);
export const DeferredInstallButton = optional(async () => (await loadParts()).InstallButton);
export const DeferredDemoNotice = optional(async () => (await import('./demo-notice.tsx')).DemoNotice);
export const DeferredFollowChanges = optional(async () => (await loadParts()).FollowChanges);
export const DeferredAccountNotice = optional(
  async () => (await import('#web/features/identity/account-notice.tsx')).AccountNotice,
);
export const DeferredConfirmationNotice = optional(
  async () => (await import('./confirmation-notice.tsx')).ConfirmationNotice,
);
export const DeferredSubscriptionNotice = optional(
  async () => (await import('./subscription-notice.tsx')).SubscriptionNotice,
);

/** Menus are closed at first; one that is opened before its items are there waits for them. */
const menu = <Props extends object>(load: Load<Props>) =>
  lazyPart(() => pageLoaded().then(load), { fallback: <Waiting /> });

export const DeferredUserMenuItems = menu(async () => (await loadParts()).UserMenuItems);
export const DeferredLanguageMenuItems = menu(async () => (await loadParts()).LanguageMenuItems);

export const leaveOutdatedRelease = async () => (await loadParts()).leaveOutdatedRelease();

function Waiting() {
  const { t } = useTranslation();
  return <Spinner label={t('loading')} className="m-4" />;
}
