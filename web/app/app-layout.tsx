import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  Clock,
  LayoutGrid,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Settings,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate, NavLink, Outlet, useLocation } from 'react-router';
import type { Role } from '#contract/policy.ts';
import { languageOfPath, matchPath, switchLanguage } from '#domain/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { query } from '#web/call/query.ts';
import { useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useKeepSending } from '#web/recording/keep-sending.ts';
import { useLanguage, usePathTo } from '../i18n/language.ts';
import { CountBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/mark.tsx';
import { AttentionBadge } from './attention-badge.tsx';
import {
  DeferredAccountNotice,
  DeferredBanners,
  DeferredConfirmationNotice,
  DeferredFollowChanges,
  DeferredInstallButton,
  DeferredSubscriptionNotice,
} from './deferred.tsx';
import { homeOf } from './home.ts';
import { LanguageMenu } from './language-menu.tsx';
import { hasPage } from './pages.ts';
import { SkipLink } from './skip-link.tsx';
import { UserMenu } from './user-menu.tsx';

type NavItem = {
  page:
    | 'dashboard'
    | 'employees'
    | 'locations'
    | 'schedule'
    | 'reports'
    | 'employee'
    | 'timeTracking'
    | 'messages';
  Icon: LucideIcon;
};

const NAV_ITEMS: NavItem[] = [
  { page: 'dashboard', Icon: LayoutGrid },
  { page: 'employees', Icon: Users },
  { page: 'locations', Icon: MapPin },
  { page: 'schedule', Icon: CalendarDays },
  { page: 'reports', Icon: ChartColumn },
  { page: 'employee', Icon: LayoutGrid },
  { page: 'timeTracking', Icon: Clock },
  { page: 'messages', Icon: MessageSquareText },
];

/** Administrators and managers have their own dashboard, and administrators time tracking, in the menu. */
const isInNav = (role: Role, page: NavItem['page']): boolean =>
  hasPage(role, page) &&
  !(page === 'employee' && hasPage(role, 'dashboard')) &&
  !(page === 'timeTracking' && role === 'admin');

/** Frames signed-in pages. Elements fixed above a phone's navigation use `bottom-(--bottom-bar)`. */
export function AppLayout() {
  const user = useUser();
  const language = useLanguage();
  const { pathname, state, ...rest } = useLocation();
  useKeepSending();
  // A page opened by its English name in another language would not be marked in the navigation.
  const canonical = switchLanguage(pathname, language);
  // The language of the path may still be loading.
  if (canonical !== pathname && languageOfPath(pathname) === language)
    return <Navigate replace to={{ ...rest, pathname: canonical }} state={state} />;
  return (
    <div
      className={clsx(
        'flex min-h-dvh flex-col [--bottom-bar:calc(4rem+env(safe-area-inset-bottom))] lg:[--bottom-bar:0px]',
        'print:[--bottom-bar:0px]',
      )}
    >
      <SkipLink />
      <DeferredFollowChanges />
      <div className="sticky top-0 z-30 bg-surface print:hidden">
        <DeferredBanners />
        <header className="border-hairline border-b">
          <div className="mx-auto flex h-14 max-w-7xl items-center gap-2 px-4 sm:px-6 lg:h-16 lg:gap-8">
            <Link
              to={homeOf(user, language)}
              // The narrowest phones have room for the mark alone.
              className="mr-auto flex min-h-11 items-center rounded-sm lg:mr-0 max-[22rem]:[&>span>span]:sr-only"
            >
              <Logo name={PRODUCT_NAME} />
            </Link>
            <MainNav
              className="mr-auto hidden h-full items-stretch gap-1 lg:flex"
              linkClassName="flex items-center gap-2 border-b-3 border-transparent px-2.5 pt-[3px] xl:px-3 [&_svg]:size-5 [&_svg]:max-xl:hidden"
              currentClassName="border-ink!"
            />
            <div className="flex items-center gap-1">
              <DeferredInstallButton />
              {hasPage(user.role, 'corrections') && <AttentionLink />}
              {hasPage(user.role, 'settings') && <SettingsLink />}
              <LanguageMenu />
              <UserMenu />
            </div>
          </div>
        </header>
      </div>
      {user.notice && <DeferredAccountNotice />}
      {user.role === 'admin' && <DeferredSubscriptionNotice />}
      {user.role === 'admin' && user.company.isConfirmed === false && <DeferredConfirmationNotice />}
      <main
        id="main"
        tabIndex={-1}
        className={clsx(
          'mx-auto flex w-full max-w-7xl flex-1 flex-col px-4 pt-6 sm:px-6 md:pt-8 print:max-w-none print:p-0',
          'pb-[calc(var(--bottom-bar)+2rem)]',
        )}
      >
        <div className="mb-4 hidden items-center justify-between gap-4 print:flex">
          <Logo name={PRODUCT_NAME} />
          {user.company.name}
        </div>
        <Outlet />
      </main>
      <MainNav
        className="fixed inset-x-0 bottom-0 z-30 flex h-(--bottom-bar) items-stretch border-hairline border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
        linkClassName="flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 border-t-3 border-transparent px-0.5 text-xs max-[24rem]:text-[0.625rem] [&_svg]:size-6"
        currentClassName="border-ink!"
      />
    </div>
  );
}

const BADGE_PLACE = 'absolute top-1 left-1/2 ml-1.5 lg:static lg:ml-0';

type MainNavProps = { className: string; linkClassName: string; currentClassName: string };

function MainNav({ className, linkClassName, currentClassName }: MainNavProps) {
  const { t } = useTranslation('nav');
  const { role } = useUser();
  const pathTo = usePathTo();
  const isAbsences = matchPath(useLocation().pathname)?.page === 'absences';
  return (
    <nav aria-label={t('main')} className={className}>
      {NAV_ITEMS.filter(({ page }) => isInNav(role, page)).map(({ page, Icon }) => (
        <NavLink
          key={page}
          to={pathTo(page)}
          className={({ isActive }) =>
            clsx(
              linkClassName,
              // A phone's bar has room for five; locations are rarely changed.
              page === 'locations' && 'max-lg:hidden',
              'relative font-semibold -outline-offset-2! transition-colors duration-150',
              isActive || (page === 'schedule' && isAbsences)
                ? currentClassName
                : 'text-ink-muted hover:text-ink',
            )
          }
        >
          <Icon className="shrink-0" aria-hidden="true" />
          <span className="max-w-full truncate">{t(`pages.${page}`)}</span>
          {page === 'messages' && role !== 'admin' && <UnreadBadge className={BADGE_PLACE} />}
        </NavLink>
      ))}
    </nav>
  );
}

/** What waits for a decision, from every page. */
function AttentionLink() {
  const { t } = useTranslation('nav');
  const pathTo = usePathTo();
  return (
    <HeaderLink to={pathTo('corrections')} label={t('pages.corrections')} Icon={ClipboardCheck}>
      <AttentionBadge className="absolute -top-0.5 left-1/2" />
    </HeaderLink>
  );
}

/** On a phone the settings are in the user menu. */
function SettingsLink() {
  const { t } = useTranslation('nav');
  const pathTo = usePathTo();
  return (
    <HeaderLink
      to={pathTo('settings')}
      label={t('pages.settings')}
      Icon={Settings}
      className="max-lg:hidden!"
    />
  );
}

type HeaderLinkProps = {
  to: string;
  label: string;
  Icon: LucideIcon;
  className?: string;
  children?: ReactNode;
};

function HeaderLink({ to, label, Icon, className, children }: HeaderLinkProps) {
  return (
    <Button asChild variant="ghost" className={clsx('relative min-w-11 px-0!', className)}>
      <Link to={to} title={label}>
        <Icon className="size-5" aria-hidden="true" />
        <span className="sr-only">{label}</span>
        {children}
      </Link>
    </Button>
  );
}

/** Administrators see every message of the company; everyone else gets a badge for unread ones (product.md §6). */
function UnreadBadge({ className }: { className: string }) {
  const { t } = useTranslation('nav');
  const { data: count = 0 } = useQuery(query('getUnreadCount'));
  return <CountBadge count={count} label={t('unreadMessages', { count })} className={className} />;
}
