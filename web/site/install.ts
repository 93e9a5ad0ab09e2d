/* The install button of the header and the banner, whose markup is in every public page. */
import { dismissInstall, install, installState, onInstallChange, watchInstall } from '../pwa/install.ts';

export function enhanceInstall(): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-install]');
  const banner = document.querySelector<HTMLElement>('[data-install-banner]');
  for (const button of buttons) button.addEventListener('click', () => void install());
  document.querySelector('[data-install-later]')?.addEventListener('click', dismissInstall);
  onInstallChange(() => {
    const { canInstall, banner: offered } = installState();
    for (const button of buttons) button.hidden = !canInstall;
    if (!banner) return;
    banner.hidden = offered === null;
    for (const text of banner.querySelectorAll<HTMLElement>('[data-install-text]')) {
      text.hidden = text.dataset.installText !== offered;
    }
  });
  watchInstall();
}
