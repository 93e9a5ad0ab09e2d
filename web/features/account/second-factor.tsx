import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactorQuery } from '#web/api/second-factor.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { OpeningDialog } from '#web/ui/opening-dialog.tsx';
import { QueryPart } from './query-part.tsx';

const EnableSecondFactorDialog = lazy(async () => ({
  default: (await import('./enable-second-factor-dialog.tsx')).EnableSecondFactorDialog,
}));
const SecondFactorDialog = lazy(async () => ({
  default: (await import('./second-factor-dialog.tsx')).SecondFactorDialog,
}));

const RECOVERY_CODES = 10;

export function SecondFactor() {
  const { t } = useTranslation(['account', 'common']);
  const query = useQuery(secondFactorQuery);
  const [dialog, setDialog] = useState<'enable' | 'renew' | 'disable'>();
  const close = () => setDialog(undefined);
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <QueryPart query={query}>
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
                <Button variant="secondary" onClick={() => setDialog('renew')}>
                  {t('secondFactor.renew')}
                </Button>
                <Button variant="secondary" onClick={() => setDialog('disable')}>
                  {t('secondFactor.disable')}
                </Button>
              </div>
            </>
          ) : (
            <Button variant="secondary" onClick={() => setDialog('enable')}>
              {t('secondFactor.enable')}
            </Button>
          )
        }
      </QueryPart>
      {dialog && (
        <Suspense fallback={<OpeningDialog label={t('common:loading')} />}>
          {dialog === 'enable' ? (
            <EnableSecondFactorDialog onClose={close} />
          ) : (
            <SecondFactorDialog action={dialog} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  );
}
