import type { AddressReach } from '#contract/locations.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';

type AddressAlertProps = { qr: { url: string; reach: AddressReach }; className?: string };

/** Warns before a code is printed whose address not every phone can open, or may not be able to later. */
export function AddressAlert({ qr: { url, reach }, className }: AddressAlertProps) {
  const { t } = useTranslation('locations');
  if (reach === 'everywhere') return null;
  return (
    <Alert tone="attention" className={className}>
      {t(`reach.${reach}`, { host: new URL(url).host })}
    </Alert>
  );
}
