import {
  CalendarClock,
  CalendarDays,
  CircleUser,
  Clock,
  CreditCard,
  LogOut,
  type LucideIcon,
  MapPin,
  Settings,
  SlidersHorizontal,
  TabletSmartphone,
  UserCheck,
  UserPen,
} from 'lucide-react';
import { Link } from 'react-router';
import type { Role } from '#contract/policy.ts';
import { fullName } from '#domain/names.ts';
import type { PageName } from '#domain/paths.ts';
import { useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePathTo } from '../i18n/language.ts';
import { Badge } from '../ui/badge.tsx';
import { MenuItem, MenuLabel, MenuSeparator } from '../ui/menu-items.tsx';
import { hasPage } from './pages.ts';

type MenuPage = {
  page: PageName &
    (
      | 'employee'
      | 'locations'
      | 'crew'
      | 'kiosks'
      | 'subscription'
      | 'settings'
      | 'myHours'
      | 'mySchedule'
      | 'account'
    );
  Icon: LucideIcon;
  /** On a wide screen it is in the bar above. */
  isInBar?: boolean;
};

const PAGES: MenuPage[] = [
  { page: 'locations', Icon: MapPin, isInBar: true },
  { page: 'settings', Icon: Settings, isInBar: true },
  { page: 'crew', Icon: UserCheck },
  { page: 'kiosks', Icon: TabletSmartphone },
  { page: 'subscription', Icon: CreditCard },
  // Administrators and managers may work too, as the owner of a small company does: they get the employee's pages as well
  // (decisions.md §2).
  { page: 'employee', Icon: Clock },
  { page: 'myHours', Icon: CalendarDays },
  { page: 'mySchedule', Icon: CalendarClock },
  { page: 'account', Icon: CircleUser },
];

/** People with the locations' dashboard find their own here, all others in the navigation; the settings include the devices. */
function isInMenu(role: Role, page: MenuPage['page']): boolean {
  if (page === 'kiosks') return hasPage(role, page) && !hasPage(role, 'settings');
  return hasPage(role, page === 'employee' ? 'dashboard' : page);
}

/** The signed-in person, the pages that do not fit into the navigation, and sign-out. */
export function UserMenuItems({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation(['nav', 'common']);
  const user = useUser();
  const pathTo = usePathTo();
  return (
    <>
      <MenuLabel className="max-w-80 wrap-anywhere">
        <span className="block font-semibold text-base text-ink">{fullName(user)}</span>
        <span className="block">{user.email}</span>
        <span className="mt-1.5 block">
          <Badge>{t(`common:roles.${user.isOwner ? 'owner' : user.role}`)}</Badge>
        </span>
      </MenuLabel>
      <MenuSeparator />
      {PAGES.filter(({ page }) => isInMenu(user.role, page)).map(({ page, Icon, isInBar }) => (
        <MenuItem key={page} asChild className={isInBar ? 'lg:hidden' : undefined}>
          <Link to={pathTo(page)}>
            <Icon aria-hidden="true" />
            {t(page === 'employee' ? 'myTime' : `pages.${page}`)}
          </Link>
        </MenuItem>
      ))}
      <MenuItem disabled>
        <UserPen aria-hidden="true" />
        {t('profileSettings')}
      </MenuItem>
      <MenuItem disabled>
        <SlidersHorizontal aria-hidden="true" />
        {t('preferences')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={onSignOut}>
        <LogOut aria-hidden="true" />
        {t('signOut')}
      </MenuItem>
    </>
  );
}
