import { WEBHOOK_EVENTS, type Webhook } from '#contract/webhooks.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CheckboxGroup } from './checkbox-group.tsx';
import { ShownOnce } from './shown-once.tsx';

type DialogProps = { onClose: () => void };
type WebhookDialogProps = DialogProps & { webhook: Webhook };

const NEW_WEBHOOK = { url: '', events: [...WEBHOOK_EVENTS], ...EMPTY_PROOF };

/** Asks where to send which events, then shows the secret once. */
export function CreateWebhookDialog({ onClose }: DialogProps) {
  const { t } = useTranslation('webhooks');
  const { code, proofOf } = useProof();
  const { mutateAsync: create, data: created } = useCall('createWebhook', { handlesErrors: true });
  const form = useSchemaForm(
    'createWebhook',
    { defaultValues: NEW_WEBHOOK },
    ({ url, events, ...proof }: typeof NEW_WEBHOOK) => ({ url, events, ...proofOf(proof) }),
  );
  return (
    <FormDialog
      form={form}
      title={t(created ? 'shown.title' : 'form.addTitle')}
      submitLabel={t('add')}
      onSubmit={(body) => create({ body })}
      onClose={onClose}
      result={created && <ShownOnce area="webhooks" value={created.secret} onClose={onClose} />}
    >
      <WebhookFields />
      <ProofFields code={code} />
    </FormDialog>
  );
}

/** Another address takes the password. */
export function EditWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const { id, url, events, isOn } = webhook;
  const { code, proofOf } = useProof();
  const { mutateAsync: update } = useCall('updateWebhook', { handlesErrors: true });
  const values = { url, events, isOn, ...EMPTY_PROOF };
  const form = useSchemaForm(
    'updateWebhook',
    { defaultValues: values },
    ({ password, code, ...wanted }: typeof values) => ({
      ...wanted,
      ...(wanted.url !== url && proofOf({ password, code })),
    }),
  );
  return (
    <FormDialog
      form={form}
      title={t('form.editTitle')}
      submitLabel={t('common:save')}
      onSubmit={(body) => update({ params: { id }, body })}
      done={t('form.saved')}
      onClose={onClose}
    >
      <form.SwitchField name="isOn" label={t('use')} />
      <WebhookFields />
      {form.watch('url') !== url && <ProofFields code={code} />}
    </FormDialog>
  );
}

function WebhookFields() {
  const { t } = useTranslation('webhooks');
  const form = useSurroundingForm<{ url: string }>();
  return (
    <>
      <form.TextField
        name="url"
        label={t('address')}
        hint={t('addressHint')}
        type="url"
        maxLength={1000}
        required
      />
      <CheckboxGroup
        name="events"
        label={t('events')}
        className="grid gap-x-4 sm:grid-cols-2"
        options={WEBHOOK_EVENTS.map((type) => ({ value: type, label: t(`types.${type}`) }))}
      />
    </>
  );
}

export function RotateSecretDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks');
  const { code, proofOf } = useProof();
  const { mutateAsync: rotate, data: made } = useCall('rotateWebhookSecret', { handlesErrors: true });
  const form = useSchemaForm('rotateWebhookSecret', { defaultValues: EMPTY_PROOF }, proofOf);
  return (
    <FormDialog
      form={form}
      title={t(made ? 'shown.title' : 'secret.title')}
      description={!made && t('secret.text')}
      submitLabel={t('secret.submit')}
      onSubmit={(body) => rotate({ params: { id: webhook.id }, body })}
      onClose={onClose}
      result={made && <ShownOnce area="webhooks" value={made.secret} onClose={onClose} />}
    >
      <ProofFields code={code} />
    </FormDialog>
  );
}

export function DeleteWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks');
  return (
    <ConfirmDialog
      title={t('delete.title', { host: new URL(webhook.url).host })}
      description={t('delete.text')}
      confirmLabel={t('delete.submit')}
      mutation={useCall('deleteWebhook', { handlesErrors: true })}
      variables={{ params: { id: webhook.id } }}
      done={{ title: t('delete.done') }}
      onClose={onClose}
    />
  );
}
