import { API_KEY_DAYS } from '#contract/api-keys.ts';
import { KEY_SCOPES, type KeyScope } from '#contract/policy.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CheckboxGroup } from './checkbox-group.tsx';
import { ShownOnce } from './shown-once.tsx';

const NEW_KEY = { name: '', scopes: ['read'] as KeyScope[], days: '365', ...EMPTY_PROOF };

/** Asks for the key's properties, then shows the key once. */
export function CreateApiKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const { code, proofOf } = useProof();
  const { mutateAsync: create, data: created } = useCall('createApiKey', { handlesErrors: true });
  const form = useSchemaForm(
    'createApiKey',
    { defaultValues: NEW_KEY },
    ({ name, scopes, days, ...proof }: typeof NEW_KEY) => ({
      name,
      scopes,
      expiresInDays: API_KEY_DAYS.find((count) => String(count) === days) ?? null,
      ...proofOf(proof),
    }),
  );
  return (
    <FormDialog
      form={form}
      title={t(created ? 'shown.title' : 'form.title')}
      description={!created && t('form.text')}
      submitLabel={t('create')}
      onSubmit={(body) => create({ body })}
      onClose={onClose}
      result={created && <ShownOnce area="api-keys" value={created.key} onClose={onClose} />}
    >
      <form.TextField name="name" label={t('name')} hint={t('form.nameHint')} maxLength={100} />
      <CheckboxGroup
        name="scopes"
        label={t('form.may')}
        options={KEY_SCOPES.map((scope) => ({ value: scope, label: t(`scopes.${scope}`) }))}
      />
      {form.watch('scopes').some((scope) => scope !== 'read') && (
        <p className="text-ink-muted text-sm">{t('form.hint')}</p>
      )}
      <form.SelectField
        name="days"
        label={t('form.expires')}
        options={[
          ...API_KEY_DAYS.map((count) => ({ value: count, label: t('form.days', { count }) })),
          { value: '', label: t('never') },
        ]}
      />
      <ProofFields code={code} />
    </FormDialog>
  );
}
