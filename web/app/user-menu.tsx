import { ChevronDown } from 'lucide-react';
import { fullName } from '#domain/names.ts';
import { useLogout, useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePathTo } from '../i18n/language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DropdownMenu } from '../ui/dropdown-menu.tsx';
import { DeferredUserMenuItems } from './deferred.tsx';

export function UserMenu() {
  const { t } = useTranslation(['nav', 'common']);
  const user = useUser();
  const pathTo = usePathTo();
  const logout = useLogout(pathTo('auth'), t('signOutFailed'));
  const name = fullName(user);

  return (
    <DropdownMenu
      trigger={(props) => (
        <Button {...props} variant="ghost" className="gap-2.5 px-1.5! py-1!" pending={logout.isPending}>
          <span className="sr-only">{t('userMenu', { name })}</span>
          <Avatar firstName={user.firstName} lastName={user.lastName} size="small" />
          <span className="hidden max-w-48 truncate 2xl:inline" aria-hidden="true">
            {name}
          </span>
          <span className="hidden font-normal 2xl:inline-flex" aria-hidden="true">
            <Badge>{t(`common:roles.${user.role}`)}</Badge>
          </span>
          <ChevronDown className="hidden size-4 text-ink-muted lg:inline" aria-hidden="true" />
        </Button>
      )}
    >
      <DeferredUserMenuItems onSignOut={() => logout.mutate()} />
    </DropdownMenu>
  );
}
