import { useQueryClient } from '@tanstack/react-query';
import { keepFor } from '#web/call/last-known.ts';
import { useCall } from '#web/call/use-call.ts';
import { useLogout, useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePathTo } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';

const HOME = { admin: 'dashboard', employee: 'employee' } as const;

/** On every screen of the demo company that visitors share: what it is, its other side, and the way to an own company. */
export function DemoNotice() {
  const { t } = useTranslation(['demo', 'nav']);
  const pathTo = usePathTo();
  const other = useUser().role === 'admin' ? 'employee' : 'admin';
  const queryClient = useQueryClient();
  const open = useCall('openDemo', {
    onSuccess: async () => {
      await keepFor(queryClient, null);
      location.assign(pathTo(HOME[other]));
    },
  });
  const leave = useLogout(`${pathTo('auth')}?mode=register`, t('nav:signOutFailed'));
  return (
    <aside
      aria-label={t('label')}
      className="border-hairline border-b bg-sunken text-ink text-sm print:hidden"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2 sm:px-6">
        <p className="min-w-0 flex-1 basis-72">
          <strong className="font-semibold">{t('label')}.</strong> {t('text')}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="ghost"
            size="small"
            pending={open.isPending}
            onClick={() => open.mutate({ body: { role: other } })}
          >
            {t(`as.${other}`)}
          </Button>
          <Button variant="secondary" size="small" pending={leave.isPending} onClick={() => leave.mutate()}>
            {t('start')}
          </Button>
        </div>
      </div>
    </aside>
  );
}
