import { useQuery } from '@tanstack/react-query';
import { fullName } from '#domain/names.ts';
import { query } from '#web/api/query.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

const NOTHING_CHOSEN = { userId: '', currentPassword: '', code: '' };

/** Transfers the company's ownership to another active administrator. */
export function HandoverDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { data: employees } = useQuery(query('listEmployees'));
  const { mutateAsync: handOver } = useCall('handOverCompany', { handlesErrors: true });
  const { code: codeKind, proofOf } = useProof();
  const form = useSchemaForm(
    'handOverCompany',
    { defaultValues: NOTHING_CHOSEN },
    ({ userId, currentPassword, code }: typeof NOTHING_CHOSEN) => {
      const { password, ...proof } = proofOf({ password: currentPassword, code });
      return { userId, ...proof, currentPassword: password };
    },
  );
  const successors = employees?.filter(
    ({ role, isActive, isOwner }) => role === 'admin' && isActive && !isOwner,
  );
  const hasNone = successors?.length === 0;
  return (
    <FormDialog
      form={form}
      title={t('handover.question')}
      description={t(hasNone ? 'handover.nobody' : 'handover.consequence')}
      submitLabel={t('handover.submit')}
      canSubmit={Boolean(successors) && !hasNone}
      onSubmit={(body) => handOver({ body })}
      done={t('handover.done')}
      onClose={onClose}
    >
      {!hasNone && (
        <>
          <Field label={t('handover.successor')} error={form.formState.errors.userId?.message}>
            <Select {...form.register('userId')}>
              <option value="">{t('handover.choose')}</option>
              {successors?.map((employee) => (
                <option key={employee.id} value={employee.id}>
                  {fullName(employee)}
                </option>
              ))}
            </Select>
          </Field>
          <ProofFields form={form} code={codeKind} passwordName="currentPassword" />
        </>
      )}
    </FormDialog>
  );
}
