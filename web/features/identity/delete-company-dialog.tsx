import { useCall } from '#web/call/use-call.ts';
import { stayUntilLeft, useUser } from '#web/call/user.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';

const EMPTY = { companyName: '', ...EMPTY_PROOF };

export function DeleteCompanyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { email, company } = useUser();
  const { formatDate } = useCompanyTime();
  const pathTo = usePathTo();
  const { mutateAsync: deleteCompany, data: deleted } = useCall('deleteCompany', {
    handlesErrors: true,
    onSuccess: stayUntilLeft,
  });
  const { code, proofOf } = useProof();
  const form = useSchemaForm(
    'deleteCompany',
    { defaultValues: EMPTY },
    ({ companyName, ...proof }: typeof EMPTY) => ({ companyName, ...proofOf(proof) }),
  );
  const { isSubmitting } = form.formState;
  // Everybody is signed out; navigates with a full page load, to clear personal data from memory.
  const leave = () => location.assign(pathTo('auth'));
  return (
    <FormDialog
      form={form}
      title={deleted ? t('deletion.done') : t('deletion.question', { company: company.name })}
      description={!deleted && t('deletion.undo')}
      submitLabel={t(isSubmitting ? 'deletion.pending' : 'deletion.submit')}
      isDestructive
      onSubmit={(body) => deleteCompany({ body })}
      onClose={deleted ? leave : onClose}
      result={
        deleted && (
          <>
            <p>{t('deletion.doneText', { date: formatDate(deleted.deletionDueAt), email: email ?? '' })}</p>
            <DialogFooter>
              <Button onClick={leave}>{t('deletion.leave')}</Button>
            </DialogFooter>
          </>
        )
      }
    >
      <form.TextField
        name="companyName"
        label={t('deletion.companyName')}
        hint={t('deletion.companyNameHint', { company: company.name })}
      />
      <ProofFields code={code} />
    </FormDialog>
  );
}
