import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  const { t } = useTranslation('nav');
  return <PageHeader title={t('titles.employees')} />;
}
