import { Download, Menu, X } from 'lucide-react';
import { PRODUCT_NAME } from '#domain/product.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/mark.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { usePathTo, useSite, useTexts } from './site.tsx';

/** On the landing page the links scroll, on other pages they lead to its sections. */
function useNavLinks() {
  const { nav } = useTexts('site');
  const { page } = useSite();
  const pathTo = usePathTo();
  const landing = page === 'landing' ? '' : pathTo('landing');
  return [
    { label: nav.features, href: `${landing}#how-it-works` },
    { label: nav.pricing, href: `${landing}#pricing` },
    { label: nav.tutorials, href: pathTo('tutorials'), isCurrent: page === 'tutorials' },
    { label: nav.contact, href: `${landing}#contact` },
  ];
}

export function SiteHeader() {
  const { nav, home } = useTexts('site');
  const pathTo = usePathTo();
  const links = useNavLinks();
  return (
    <header className="sticky top-0 z-30 border-hairline border-b bg-paper print:hidden">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-1 px-4 sm:px-6 lg:gap-2">
        <a
          href={pathTo('landing')}
          aria-label={home}
          className="mr-auto flex min-h-11 min-w-11 items-center rounded-sm lg:mr-6"
        >
          {/* On the narrowest phones the mark alone: signing in has to be visible. */}
          <Logo name={PRODUCT_NAME} className="max-[22rem]:[&>span]:hidden" />
        </a>
        <nav aria-label={nav.label} className="mr-auto hidden h-full items-center gap-1 lg:flex">
          {links.map(({ label, href, isCurrent }) => (
            <a
              key={href}
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-md px-3 font-medium text-ink-muted hover:text-ink aria-[current]:text-ink"
            >
              {label}
            </a>
          ))}
        </nav>
        <LanguageSwitch />
        <Button
          variant="ghost"
          hidden
          data-install
          aria-label={nav.install}
          className="px-2.5! max-sm:hidden!"
          icon={<Download className="size-5" aria-hidden="true" />}
        >
          <span className="hidden sm:inline lg:hidden xl:inline">{nav.install}</span>
        </Button>
        <Button asChild variant="ghost" className="max-sm:px-2!">
          <a href={pathTo('auth')}>{nav.signIn}</a>
        </Button>
        <Button asChild variant="secondary" className="hidden! sm:inline-flex!">
          <a href={`${pathTo('auth')}?mode=register`}>{nav.start}</a>
        </Button>
        <MobileMenu />
      </div>
    </header>
  );
}

function MobileMenu() {
  const { nav } = useTexts('site');
  const pathTo = usePathTo();
  const links = useNavLinks();
  return (
    <details data-menu className="group lg:hidden">
      <summary
        aria-label={nav.menu}
        className="flex size-11 list-none items-center justify-center rounded-md hover:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <Menu className="size-6 group-open:hidden" aria-hidden="true" />
        <X className="hidden size-6 group-open:block" aria-hidden="true" />
      </summary>
      <nav
        aria-label={nav.label}
        className="absolute inset-x-0 top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto border-hairline border-b bg-paper px-4 pt-2 pb-6 shadow-float sm:px-6"
      >
        {links.map(({ label, href, isCurrent }) => (
          <a
            key={href}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            className="flex min-h-14 items-center border-hairline border-b font-semibold text-lg"
          >
            {label}
          </a>
        ))}
        <div className="mt-4 grid gap-2 sm:hidden">
          <Button asChild variant="secondary" size="large">
            <a href={`${pathTo('auth')}?mode=register`}>{nav.start}</a>
          </Button>
          <Button
            variant="ghost"
            size="large"
            hidden
            data-install
            icon={<Download className="size-5" aria-hidden="true" />}
          >
            {nav.install}
          </Button>
        </div>
      </nav>
    </details>
  );
}
