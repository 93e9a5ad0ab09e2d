import type { SingleSignOn } from '#contract/single-sign-on.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_CURRENT_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AddressToCopy } from './address-to-copy.tsx';

/** Asks for the application that was registered with the provider. */
export function SingleSignOnDialog({ settings, onClose }: { settings: SingleSignOn; onClose: () => void }) {
  const { t } = useTranslation('single-sign-on');
  const { redirectUri, ...stored } = settings;
  const { code, currentProofOf } = useProof();
  const { mutateAsync: save } = useCall('updateSingleSignOn', { handlesErrors: true });
  const values = {
    ...stored,
    provider: stored.provider ?? ('google' as const),
    clientSecret: '',
    ...EMPTY_CURRENT_PROOF,
  };
  const form = useSchemaForm(
    'updateSingleSignOn',
    { defaultValues: values },
    ({ currentPassword, code, ...wanted }: typeof values) => ({
      ...wanted,
      ...currentProofOf({ currentPassword, code }),
    }),
  );
  const provider = form.watch('provider');
  return (
    <FormDialog
      form={form}
      title={t('form.title')}
      description={t('form.text')}
      submitLabel={t('setUp')}
      onSubmit={(body) => save({ body })}
      done={t('form.done')}
      onClose={onClose}
    >
      <form.SelectField
        name="provider"
        label={t('provider')}
        rules={{ onChange: () => form.setValue('address', '') }}
        options={[
          { value: 'google', label: 'Google' },
          { value: 'microsoft', label: 'Microsoft' },
          { value: 'other', label: t('otherProvider') },
        ]}
      />
      <AddressToCopy label={t('form.redirectUri')} hint={t('form.redirectUriHint')} address={redirectUri} />
      {provider !== 'google' && (
        <form.TextField
          name="address"
          label={t(provider === 'microsoft' ? 'form.tenant' : 'form.address')}
          hint={t(provider === 'microsoft' ? 'form.tenantHint' : 'form.addressHint')}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          required
        />
      )}
      <form.TextField
        name="clientId"
        label={t('form.clientId')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
      />
      <form.PasswordField
        name="clientSecret"
        label={t('form.clientSecret')}
        hint={stored.provider && t('form.keeps')}
        // Browsers ignore "off" for passwords and would fill in the administrator's own.
        autoComplete="new-password"
      />
      <ProofFields code={code} passwordName="currentPassword" />
    </FormDialog>
  );
}
