import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

export function PrivacyCard() {
  const { t } = useTranslation('company');
  const pathTo = usePathTo();
  return (
    <Card className="flex-row! flex-wrap items-center justify-between gap-4 p-4 sm:p-6">
      <div className="min-w-0">
        <h2 className="font-semibold text-lg leading-snug">{t('privacy.title')}</h2>
        <p className="text-ink-muted text-sm">{t('privacy.text')}</p>
      </div>
      <Button asChild variant="secondary">
        <Link to={pathTo('privacyNotice')}>
          <ShieldCheck className="size-5" aria-hidden="true" />
          {t('privacy.open')}
        </Link>
      </Button>
    </Card>
  );
}
