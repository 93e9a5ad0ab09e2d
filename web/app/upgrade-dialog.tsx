import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ApiError } from '#web/call/request.ts';
import { userQuery } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePathTo } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogFooter } from '../ui/dialog.tsx';

type UpgradeDialogProps = {
  /** A 402 response; its message says what the plan does not allow. */
  error: ApiError;
  onClose: () => void;
};

/** Explains a limit of the plan: administrators can go on to the plans, others are told to ask theirs. */
export function UpgradeDialog({ error, onClose }: UpgradeDialogProps) {
  const { t } = useTranslation(['upgrade', 'common']);
  const { data: user } = useQuery(userQuery);
  const pathTo = usePathTo();
  const isAdmin = user?.role === 'admin';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(error.action === 'subscribe' ? 'subscribeTitle' : 'planTitle')}
      closeLabel={t('common:close')}
    >
      <p>{error.message}</p>
      {!isAdmin && <p className="mt-2">{t('askAdmin')}</p>}
      <DialogFooter>
        <Button variant={isAdmin ? 'secondary' : 'primary'} onClick={onClose}>
          {t(isAdmin ? 'notNow' : 'common:close')}
        </Button>
        {isAdmin && (
          <Button asChild onClick={onClose}>
            <Link to={pathTo('subscription')}>{t('seePlans')}</Link>
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
