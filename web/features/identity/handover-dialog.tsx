import { useQuery } from '@tanstack/react-query';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_CURRENT_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

const NOTHING_CHOSEN = { userId: '', ...EMPTY_CURRENT_PROOF };

/** Transfers the company's ownership to another active administrator. */
export function HandoverDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { data: employees } = useQuery(query('listEmployees'));
  const { mutateAsync: handOver } = useCall('handOverCompany', { handlesErrors: true });
  const { code, currentProofOf } = useProof();
  const form = useSchemaForm(
    'handOverCompany',
    { defaultValues: NOTHING_CHOSEN },
    ({ userId, ...proof }: typeof NOTHING_CHOSEN) => ({ userId, ...currentProofOf(proof) }),
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
          <form.SelectField
            name="userId"
            label={t('handover.successor')}
            emptyLabel={t('handover.choose')}
            options={successors?.map((employee) => ({ value: employee.id, label: fullName(employee) })) ?? []}
          />
          <ProofFields code={code} passwordName="currentPassword" />
        </>
      )}
    </FormDialog>
  );
}
