import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_PROOF, ProofFields } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useToast } from '#web/ui/toast.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type SecondFactorDialogProps = { action: 'renew' | 'disable'; onClose: () => void };

/** Disables the second factor, or creates new recovery codes. */
export function SecondFactorDialog({ action, onClose }: SecondFactorDialogProps) {
  const { t } = useTranslation('account');
  const { toast } = useToast();
  const { mutateAsync: renew, data: renewed } = useCall('renewRecoveryCodes', { handlesErrors: true });
  const { mutateAsync: disable } = useCall('disableSecondFactor', { handlesErrors: true });
  const form = useSchemaForm('disableSecondFactor', { defaultValues: EMPTY_PROOF });
  const act = async (proof: EndpointInput<'renewRecoveryCodes'>['body']) => {
    if (action === 'renew') return renew({ body: proof });
    await disable({ body: proof });
    onClose();
    toast({ title: t('secondFactor.disabled'), tone: 'success' });
  };
  return (
    <FormDialog
      form={form}
      title={t(renewed ? 'secondFactor.codesTitle' : `secondFactor.${action}Title`)}
      description={!renewed && t(`secondFactor.${action}Text`)}
      submitLabel={t(`secondFactor.${action}Submit`)}
      isDestructive={action === 'disable'}
      onSubmit={act}
      onClose={onClose}
      result={renewed && <RecoveryCodes codes={renewed.recoveryCodes} onClose={onClose} />}
    >
      <ProofFields code="recovery" />
    </FormDialog>
  );
}
