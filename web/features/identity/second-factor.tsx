import { useQuery } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const loadEnable = async () => (await import('./enable-second-factor-dialog.tsx')).EnableSecondFactorDialog;
const loadChange = async () => (await import('./second-factor-dialog.tsx')).SecondFactorDialog;

const RECOVERY_CODES = 10;

export function SecondFactor() {
  const { t } = useTranslation('account');
  const result = useQuery(query('getSecondFactor'));
  const enable = useLazyDialog(loadEnable);
  const change = useLazyDialog(loadChange);
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <Loaded query={result} skeleton={<Skeleton className="h-11 max-w-60" />}>
        {({ isOn, recoveryCodesLeft }) =>
          isOn ? (
            <>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge>{t('secondFactor.on')}</Badge>
                <span className="figures">
                  {t('secondFactor.codesLeft', { count: recoveryCodesLeft, total: RECOVERY_CODES })}
                </span>
              </div>
              <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
                <Button variant="secondary" onClick={() => change.open({ action: 'renew' })}>
                  {t('secondFactor.renew')}
                </Button>
                <Button variant="secondary" onClick={() => change.open({ action: 'disable' })}>
                  {t('secondFactor.disable')}
                </Button>
              </div>
            </>
          ) : (
            <Button variant="secondary" onClick={() => enable.open({})}>
              {t('secondFactor.enable')}
            </Button>
          )
        }
      </Loaded>
      {enable.dialog}
      {change.dialog}
    </div>
  );
}
