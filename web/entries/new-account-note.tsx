import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Says that the deciding account was new and made by the person with these hours. Area `working-time`. */
export function NewAccountNote({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation('working-time');
  if (!isShown) return null;
  return (
    <span className="mt-1 flex items-start gap-1.5 text-attention-text text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {t('newAccount')}
    </span>
  );
}
