import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

const load = async () => (await import('./delete-company-dialog.tsx')).DeleteCompanyDialog;

/** Lets an administrator delete the company; the consequences are shown before the button. */
export function CompanyDeletion() {
  const { t } = useTranslation('account');
  const { open, dialog } = useLazyDialog(load);
  return (
    <div className="flex flex-col gap-4 sm:items-start">
      <ul aria-label={t('deletion.happens')} className="flex list-disc flex-col gap-1.5 pl-5 text-ink-muted">
        <li>{t('deletion.now')}</li>
        <li>{t('deletion.undo')}</li>
        <li>{t('deletion.erased')}</li>
        <li>{t('deletion.export')}</li>
      </ul>
      <Button variant="destructive" onClick={() => open({})}>
        {t('deletion.open')}
      </Button>
      {dialog}
    </div>
  );
}
