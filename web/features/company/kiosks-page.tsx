import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { KiosksCard } from './kiosks-card.tsx';

/** The devices at the locations; managers see those of their own. */
export function Component() {
  const { t } = useTranslation('company');
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <PageHeader title={t('kiosks.title')} />
      <KiosksCard />
    </div>
  );
}
