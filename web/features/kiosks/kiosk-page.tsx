import { useTranslation } from '#web/i18n/use-translation.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { KioskScreen } from './kiosk-screen.tsx';
import { PairForm } from './pair-form.tsx';
import { useKiosk } from './use-kiosk.ts';

/** A device at the door, where people check in and out with a badge, or number and PIN. */
export function Component() {
  const { t } = useTranslation();
  const { status, kiosk, refusal } = useKiosk();
  if (status === 'starting') return <Spinner size="large" label={t('loading')} className="m-auto h-dvh" />;
  if (!kiosk) return <PairForm isRevoked={status === 'revoked'} refusal={refusal} />;
  return <KioskScreen kiosk={kiosk} />;
}
