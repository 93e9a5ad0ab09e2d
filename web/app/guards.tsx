/* Who may see which pages (product.md §2 and §6); the server checks this independently. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useMatches, useSearchParams } from 'react-router';
import type { CurrentUser } from '#contract/auth.ts';
import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import type { Language } from '#domain/languages.ts';
import { switchLanguage } from '#domain/paths.ts';
import { isUnanswered } from '#web/call/request.ts';
import { AuthContext, userQuery, useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLanguage, usePathTo } from '../i18n/language.ts';
import { lazyPart } from '../loading/lazy-part.tsx';
import { ErrorState } from '../ui/states.tsx';
import { DeferredDemoNotice } from './deferred.tsx';
import { homeOf } from './home.ts';
import { loadPage, reloadMissingPage } from './load-page.ts';
import { hasPage } from './pages.ts';
import { PublicFrame } from './public-layout.tsx';
import type { PageHandle } from './root.tsx';
import { Starting } from './starting.tsx';

const ChoosePasswordPage = lazyPart(
  async () => {
    const { Component } = await loadPage(
      () => import('#web/features/auth/choose-password-page.tsx'),
      ['auth', 'auth-steps', 'validation'],
    );
    return Component;
  },
  { fallback: <Starting /> },
);

/** Lets signed-in people through; others sign in first and come back to the page they asked for. */
export function Protected() {
  const { data: user, isPending } = useQuery(userQuery);
  const { pathname, search } = useLocation();
  const pathTo = usePathTo();
  if (isPending) return <Starting />;
  if (user === undefined) return <UserError />;
  if (!user) {
    const next = new URLSearchParams({ next: pathname + search });
    return <Navigate replace to={`${pathTo('auth')}?${next}`} />;
  }
  return (
    <AuthContext value={user}>
      {user.companyId === SHARED_DEMO_COMPANY_ID && <DeferredDemoNotice />}
      {user.mustChangePassword ? (
        <PublicFrame>
          <ChoosePasswordPage />
        </PublicFrame>
      ) : (
        <Outlet />
      )}
    </AuthContext>
  );
}

/** Leads people from pages that their role does not have to their own. */
export function OfRole() {
  const user = useUser();
  const language = useLanguage();
  const page = (useMatches().at(-1)?.handle as PageHandle | undefined)?.page ?? '';
  return hasPage(user.role, page) ? <Outlet /> : <Navigate replace to={homeOf(user, language)} />;
}

/** Redirects people who are already signed in to the page they asked for, or home. */
export function SignedOutOnly() {
  const { data: user, isPending } = useQuery(userQuery);
  const [query] = useSearchParams();
  const language = useLanguage();
  if (isPending) return <Starting />;
  if (user) return <Navigate replace to={afterSignIn(user, query.get('next'), language)} />;
  return <Outlet />;
}

export function HomeRedirect() {
  const { data: user, isPending } = useQuery(userQuery);
  const language = useLanguage();
  const pathTo = usePathTo();
  if (isPending) return <Starting />;
  if (user === undefined) return <UserError />;
  return <Navigate replace to={user ? homeOf(user, language) : pathTo('auth')} />;
}

/** The installed app's shortcut does what the dashboard's scan button does. */
export function ScanRedirect() {
  const pathTo = usePathTo();
  return <Navigate replace to={pathTo('timeTracking')} state={{ wanted: 'scan' }} />;
}

/** `next` is user input: only a path of this site is accepted, to prevent open redirects. */
function afterSignIn(user: CurrentUser, next: string | null, language: Language): string {
  const target = next && URL.canParse(next, location.origin) ? new URL(next, location.origin) : null;
  if (target?.origin !== location.origin || !next?.startsWith('/')) return homeOf(user, language);
  return switchLanguage(target.pathname, language) + target.search + target.hash;
}

function UserError() {
  const { t } = useTranslation();
  const { error, refetch, isFetching } = useQuery(userQuery);
  return (
    <PublicFrame>
      <ErrorState
        title={t('loadFailed')}
        // The error may have occurred before any texts were loaded.
        text={isUnanswered(error) ? t('networkError') : error?.message}
        retryLabel={t('retry')}
        onRetry={() => void refetch().then(({ isSuccess }) => isSuccess && reloadMissingPage())}
        pending={isFetching}
      />
    </PublicFrame>
  );
}
