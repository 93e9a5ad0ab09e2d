import { useTranslation } from 'react-i18next';
import { useDisableSecondFactor, useRenewRecoveryCodes } from '#web/api/second-factor.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { CodeProof, PasswordProof, proofError } from '#web/forms/proof.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type SecondFactorDialogProps = { action: 'renew' | 'disable'; onClose: () => void };

/** Turns the second factor off, or makes new recovery codes. */
export function SecondFactorDialog({ action, onClose }: SecondFactorDialogProps) {
  const { t } = useTranslation(['account', 'common']);
  const { toast } = useToast();
  const { mutateAsync: renew, data: renewed } = useRenewRecoveryCodes();
  const { mutateAsync: disable } = useDisableSecondFactor();
  const form = useSchemaForm('disableSecondFactor', { defaultValues: { code: '', password: '' } });
  const showError = useFormError(form, t('secondFactor.failed'));
  const { register, setError } = form;
  const { errors, isSubmitting, isDirty } = form.formState;

  const act = async (proof: { code: string; password: string }) => {
    if (action === 'renew') return renew(proof);
    await disable(proof);
    onClose();
    toast({ title: t('secondFactor.disabled'), tone: 'success' });
  };
  const submit = form.handleSubmit((proof) =>
    act(proof).catch((error) => proofError(error, setError, showError)),
  );
  return (
    <Dialog
      open
      onOpenChange={() => !isSubmitting && onClose()}
      dirty={isDirty}
      title={t(renewed ? 'secondFactor.codesTitle' : `secondFactor.${action}Title`)}
      description={!renewed && t(`secondFactor.${action}Text`)}
      closeLabel={t('common:close')}
    >
      {renewed ? (
        <RecoveryCodes codes={renewed.recoveryCodes} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <CodeProof
            label={t('secondFactor.codeOrRecovery')}
            error={errors.code?.message}
            input={register('code')}
          />
          <PasswordProof error={errors.password?.message} input={register('password')} />
          <DialogFooter>
            <Button variant="secondary" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button
              type="submit"
              variant={action === 'disable' ? 'destructive' : 'primary'}
              pending={isSubmitting}
            >
              {t(`secondFactor.${action}Submit`)}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
