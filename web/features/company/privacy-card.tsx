import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';

export function PrivacyCard() {
  const { t } = useTranslation('company');
  const pathTo = usePathTo();
  return (
    <Card>
      <CardHeader title={t('privacy.title')} text={t('privacy.text')} />
      <CardBody>
        <Button asChild variant="secondary">
          <Link to={pathTo('privacyNotice')}>
            <ShieldCheck className="size-5" aria-hidden="true" />
            {t('privacy.open')}
          </Link>
        </Button>
      </CardBody>
    </Card>
  );
}
