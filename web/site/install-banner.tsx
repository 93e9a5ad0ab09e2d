import { Button } from '../ui/button.tsx';
import { InstallCard } from '../ui/install-card.tsx';
import { useTexts } from './site.tsx';

/** Part of every page; the script shows it according to product.md §4. */
export function InstallBanner() {
  const { install } = useTexts('pwa');
  return (
    <InstallCard
      hidden
      data-install-banner
      title={install.title}
      actions={
        <>
          <Button variant="ghost" data-install-later>
            {install.later}
          </Button>
          <Button hidden data-install>
            {install.install}
          </Button>
        </>
      }
    >
      <p data-install-text="button">{install.text}</p>
      <p data-install-text="ios">{install.ios}</p>
    </InstallCard>
  );
}
