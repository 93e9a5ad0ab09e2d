import {
  Building2,
  CalendarDays,
  ChartColumn,
  ChevronDown,
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
  UserPen,
} from 'lucide-react';
import { Link } from 'react-router';
import { fullName } from '#domain/names.ts';
import type { PageName } from '#domain/paths.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLogout, useUser } from '../api/auth.ts';
import { usePathTo } from '../i18n/language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DropdownMenu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../ui/dropdown-menu.tsx';
import { type Theme, useTheme } from '../ui/theme.ts';
import { AttentionBadge } from './attention-badge.tsx';

type MenuPage = {
  page: PageName &
    ('employee' | 'reports' | 'corrections' | 'subscription' | 'settings' | 'myHours' | 'account');
  Icon: LucideIcon;
};

const ADMIN_PAGES: MenuPage[] = [
  { page: 'reports', Icon: ChartColumn },
  { page: 'corrections', Icon: ClipboardCheck },
  { page: 'subscription', Icon: CreditCard },
  { page: 'settings', Icon: Building2 },
  // An administrator may work too, as the owner of a small company does: they get the employee's pages as well
  // (decisions.md §2).
  { page: 'employee', Icon: Clock },
];
const PAGES: MenuPage[] = [
  { page: 'myHours', Icon: CalendarDays },
  { page: 'account', Icon: CircleUser },
];

const THEME_ICONS: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };
const THEMES: Theme[] = ['system', 'light', 'dark'];

export function UserMenu() {
  const { t } = useTranslation(['nav', 'common']);
  const user = useUser();
  const pathTo = usePathTo();
  const { theme, setTheme } = useTheme();
  const logout = useLogout(pathTo('auth'), { errorTitle: t('signOutFailed') });
  const name = fullName(user);
  const isAdmin = user.role === 'admin';
  const role = <Badge>{t(`common:roles.${user.role}`)}</Badge>;

  return (
    <DropdownMenu
      trigger={(props) => (
        <Button
          {...props}
          variant="ghost"
          className="gap-2.5 px-1.5! py-1!"
          pending={logout.isPending}
          aria-label={t('userMenu', { name })}
        >
          <Avatar firstName={user.firstName} lastName={user.lastName} size="small" />
          <span className="hidden max-w-48 truncate lg:inline">{name}</span>
          <span className="hidden font-normal lg:inline-flex">{role}</span>
          <ChevronDown className="hidden size-4 text-ink-muted md:inline" aria-hidden="true" />
        </Button>
      )}
    >
      <MenuLabel className="max-w-80 wrap-anywhere">
        <span className="block font-semibold text-base text-ink">{name}</span>
        <span className="block">{user.email}</span>
        <span className="mt-1.5 block">{role}</span>
      </MenuLabel>
      <MenuSeparator />
      {(isAdmin ? [...ADMIN_PAGES, ...PAGES] : PAGES).map(({ page, Icon }) => (
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
      <MenuItem onSelect={() => logout.mutate()}>
        <LogOut aria-hidden="true" />
        {t('signOut')}
      </MenuItem>
    </DropdownMenu>
  );
}
