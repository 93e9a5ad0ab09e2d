import {
  Building2,
  CalendarDays,
  CalendarOff,
  ChartColumn,
  CircleUser,
  ClipboardCheck,
  Clock,
  CreditCard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Settings,
  Sun,
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
import { MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../ui/menu-items.tsx';
import { type Theme, useTheme } from '../ui/theme.ts';
import { AttentionBadge } from './attention-badge.tsx';
import { hasPage } from './pages.ts';

type MenuPage = {
  page: PageName &
    (
      | 'employee'
      | 'reports'
      | 'corrections'
      | 'absences'
      | 'crew'
      | 'kiosks'
      | 'subscription'
      | 'settings'
      | 'myHours'
      | 'account'
    );
  Icon: LucideIcon;
};

const PAGES: MenuPage[] = [
  { page: 'reports', Icon: ChartColumn },
  { page: 'corrections', Icon: ClipboardCheck },
  { page: 'absences', Icon: CalendarOff },
  { page: 'crew', Icon: UserCheck },
  { page: 'kiosks', Icon: TabletSmartphone },
  { page: 'subscription', Icon: CreditCard },
  { page: 'settings', Icon: Building2 },
  // Administrators and managers may work too, as the owner of a small company does: they get the employee's pages as well
  // (decisions.md §2).
  { page: 'employee', Icon: Clock },
  { page: 'myHours', Icon: CalendarDays },
  { page: 'account', Icon: CircleUser },
];

/**
 * People with the locations' dashboard find their own here, all others in the navigation. Administrators find the crew
 * on time tracking: with all pages, their menu would not fit a small window.
 */
function isInMenu(role: Role, page: MenuPage['page']): boolean {
  if (page === 'crew') return hasPage(role, page) && !hasPage(role, 'settings');
  return hasPage(role, page === 'employee' ? 'dashboard' : page);
}

const THEME_ICONS: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };
const THEMES: Theme[] = ['system', 'light', 'dark'];

/** The signed-in person, the pages that do not fit into the navigation, the theme, and sign-out. */
export function UserMenuItems({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation(['nav', 'common']);
  const user = useUser();
  const pathTo = usePathTo();
  const { theme, setTheme } = useTheme();
  return (
    <>
      <MenuLabel className="max-w-80 wrap-anywhere">
        <span className="block font-semibold text-base text-ink">{fullName(user)}</span>
        <span className="block">{user.email}</span>
        <span className="mt-1.5 block">
          <Badge>{t(`common:roles.${user.role}`)}</Badge>
        </span>
      </MenuLabel>
      <MenuSeparator />
      {PAGES.filter(({ page }) => isInMenu(user.role, page)).map(({ page, Icon }) => (
        <MenuItem key={page} asChild>
          <Link to={pathTo(page)}>
            <Icon aria-hidden="true" />
            {t(page === 'employee' ? 'myTime' : `pages.${page}`)}
            {page === 'corrections' && <AttentionBadge className="ml-auto" />}
          </Link>
        </MenuItem>
      ))}
      <MenuItem disabled>
        <UserPen aria-hidden="true" />
        {t('profileSettings')}
      </MenuItem>
      <MenuItem disabled>
        <Settings aria-hidden="true" />
        {t('preferences')}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel className="pb-1">{t('theme')}</MenuLabel>
      <MenuRadioGroup
        label={t('theme')}
        value={theme}
        onValueChange={setTheme}
        options={THEMES.map((value) => {
          const Icon = THEME_ICONS[value];
          return {
            value,
            label: (
              <>
                <Icon aria-hidden="true" />
                {t(`themes.${value}`)}
              </>
            ),
          };
        })}
      />
      <MenuSeparator />
      <MenuItem onSelect={onSignOut}>
        <LogOut aria-hidden="true" />
        {t('signOut')}
      </MenuItem>
    </>
  );
}
