import { useState } from 'react';
import { formatCompanyCode } from '#domain/company-code.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** The code by which people without an e-mail address sign in, to be told to them. */
export function CompanyCodeCard({ code }: { code: string }) {
  const { t } = useTranslation('company');
  const [isAsking, setIsAsking] = useState(false);
  const renew = useCall('renewCompanyCode', { handlesErrors: true });
  return (
    <Card className="gap-4 p-4 sm:p-6">
      <div>
        <h2 className="font-semibold text-lg">{t('code.title')}</h2>
        <p className="text-ink-muted">{t('code.text')}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="figures font-semibold text-2xl">{formatCompanyCode(code)}</p>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t('code.renew')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('code.question')}
          description={t('code.renewText')}
          confirmLabel={t('code.submit')}
          mutation={renew}
          variables={undefined}
          done={{ title: t('code.done') }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  );
}
