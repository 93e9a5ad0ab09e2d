import { Link } from 'react-router';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** Tells somebody without an e-mail address how their account is opened since the last change, which may not be theirs. */
export function AccountNotice() {
  const { t } = useTranslation('notice');
  const pathTo = usePathTo();
  const { formatDateTime } = useCompanyTime();
  const { notice } = useUser();
  const { mutate: dismiss, isPending } = useCall('dismissNotice');
  if (!notice) return null;
  return (
    <aside
      aria-label={t('label')}
      className="border-hairline border-b bg-attention-soft text-sm print:hidden"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2 sm:px-6">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-semibold">{t(notice.change, { date: formatDateTime(notice.at) })}</p>
          <p>{t('advice')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TextLink asChild>
            <Link to={pathTo('account')}>{t('open')}</Link>
          </TextLink>
          <Button variant="secondary" size="small" pending={isPending} onClick={() => dismiss()}>
            {t('dismiss')}
          </Button>
        </div>
      </div>
    </aside>
  );
}
