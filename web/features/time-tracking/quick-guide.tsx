import { LogIn, LogOut, MapPin } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';

const STEPS = [
  { step: 'checkIn', Icon: LogIn },
  { step: 'switch', Icon: MapPin },
  { step: 'checkOut', Icon: LogOut },
] as const;

export function QuickGuide() {
  const { t } = useTranslation('time-tracking');
  return (
    <Card>
      <CardHeader title={t('guide.title')} />
      <CardBody>
        <ul className="flex flex-col gap-3">
          {STEPS.map(({ step, Icon }) => (
            <li key={step} className="flex items-center gap-3">
              <span className="grid size-10 shrink-0 place-items-center rounded-md bg-sunken text-ink-muted">
                <Icon className="size-5" aria-hidden="true" />
              </span>
              {t(`guide.${step}`)}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
