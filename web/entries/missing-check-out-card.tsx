import { Clock } from 'lucide-react';
import type { Instant } from '#domain/dates.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';

export type MissingCheckOutCardProps = {
  entry: { checkIn: Instant; location: { name: string } };
  onAnswer: () => void;
};

export function MissingCheckOutCard({ entry: { checkIn, location }, onAnswer }: MissingCheckOutCardProps) {
  const { t } = useTranslation();
  const { formatDateTime } = useCompanyTime();
  return (
    <Card tone="attention">
      <CardBody className="flex flex-col gap-4">
        <div>
          <Badge tone="attention" dot>
            {t('missingCheckOut.title')}
          </Badge>
          <h2 className="mt-3 hyphens-auto font-bold text-2xl leading-tight">{location.name}</h2>
          <p className="figures text-ink-muted">
            {t('missingCheckOut.since', { time: formatDateTime(checkIn) })}
          </p>
          <p className="mt-3">{t('missingCheckOut.text')}</p>
        </div>
        <Button
          size="large"
          // Ink in both themes: yellow is reserved for the scan action.
          className="bg-ink! text-paper!"
          icon={<Clock className="size-6" aria-hidden="true" />}
          onClick={onAnswer}
        >
          {t('missingCheckOut.answer')}
        </Button>
      </CardBody>
    </Card>
  );
}
