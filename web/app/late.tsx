/* Parts that stand in every frame but are not needed for the first view: their code comes after the page. */
import { lazy, Suspense } from 'react';
import { loadAreas } from '../i18n.ts';

const loaded = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(undefined);
  else addEventListener('load', resolve, { once: true });
});

/** Without them the page works all the same: nothing is shown where they cannot be loaded. */
const late = (load: () => Promise<{ default: () => React.ReactNode }>) =>
  lazy(async () => {
    await loaded;
    const [part] = await Promise.all([load(), loadAreas(['pwa'])]).catch(() => [{ default: () => null }]);
    return part;
  });

const Banners = late(async () => ({ default: (await import('./banners.tsx')).Banners }));
const InstallButton = late(async () => ({ default: (await import('./install-button.tsx')).InstallButton }));

export function LateBanners() {
  return (
    <Suspense>
      <Banners />
    </Suspense>
  );
}

export function LateInstallButton() {
  return (
    <Suspense>
      <InstallButton />
    </Suspense>
  );
}
