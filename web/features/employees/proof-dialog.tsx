import type { EndpointInput } from '#contract/index.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_CURRENT_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';

type Proof = NonNullable<EndpointInput<'deleteEmployee'>['body']>;

type ProofDialogProps = {
  title: string;
  description: string;
  confirmLabel: string;
  endpoint: 'deleteEmployee' | 'resetSecondFactor';
  onConfirm: (proof: Proof) => Promise<unknown>;
  done: { title: string; description?: string };
  onClose: () => void;
};

/** A `ConfirmDialog` about another administrator: it also asks for the viewer's password and code (decisions.md §11). */
export function ProofDialog({
  title,
  description,
  confirmLabel,
  endpoint,
  onConfirm,
  done,
  onClose,
}: ProofDialogProps) {
  const { t } = useTranslation('employees');
  const { code, currentProofOf } = useProof();
  const form = useSchemaForm(endpoint, { defaultValues: EMPTY_CURRENT_PROOF }, currentProofOf);
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      submitLabel={confirmLabel}
      isDestructive
      onSubmit={onConfirm}
      done={() => done}
      onClose={onClose}
    >
      <Alert>{t('form.proof')}</Alert>
      <ProofFields code={code} passwordName="currentPassword" />
    </FormDialog>
  );
}
