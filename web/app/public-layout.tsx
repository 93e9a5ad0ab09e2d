import { LogOut } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { Link, Outlet } from 'react-router';
import { PRODUCT_NAME } from '#domain/product.ts';
import { AuthContext, useLogout } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePathTo } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/mark.tsx';
import { DeferredBanners, DeferredInstallButton } from './deferred.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SkipLink } from './skip-link.tsx';

export function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

/** The frame of pages without navigation: sign-in, choosing a password, not found. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const pathTo = usePathTo();
  const isSignedIn = use(AuthContext) !== null;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <div className="sticky top-0 z-30 bg-paper print:hidden">
        <DeferredBanners />
        <header className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
          <Link reloadDocument to={pathTo('landing')} className="flex min-h-11 items-center rounded-sm">
            <Logo name={PRODUCT_NAME} />
          </Link>
          <div className="flex items-center gap-1">
            <DeferredInstallButton />
            <LanguageMenu />
            {isSignedIn && <SignOutButton />}
          </div>
        </header>
      </div>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pt-4 pb-12 sm:px-6 sm:pt-8"
      >
        {children}
      </main>
    </div>
  );
}

function SignOutButton() {
  const { t } = useTranslation('nav');
  const pathTo = usePathTo();
  const logout = useLogout(pathTo('auth'), t('signOutFailed'));
  return (
    <Button
      variant="ghost"
      pending={logout.isPending}
      icon={<LogOut className="size-5" aria-hidden="true" />}
      onClick={() => logout.mutate()}
    >
      {t('signOut')}
    </Button>
  );
}
