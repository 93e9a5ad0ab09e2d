import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { API_KEY_DAYS } from '#contract/api-keys.ts';
import { useCall } from '#web/call/use-call.ts';
import { copyText } from '#web/files/copy-text.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';

const NEW_KEY = { name: '', days: '365', ...EMPTY_PROOF };

/** Asks for the key's properties, then shows the key once. */
export function CreateApiKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const { code, proofOf } = useProof();
  const { mutateAsync: create, data: created } = useCall('createApiKey', { handlesErrors: true });
  const form = useSchemaForm(
    'createApiKey',
    { defaultValues: NEW_KEY },
    ({ name, days, ...proof }: typeof NEW_KEY) => ({
      name,
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
      result={created && <NewKey apiKey={created.key} onClose={onClose} />}
    >
      <form.TextField name="name" label={t('name')} hint={t('form.nameHint')} maxLength={100} />
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

function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const { toast } = useToast();
  const text = useRef<HTMLParagraphElement>(null);
  // The form was removed, and with it the focused button.
  useEffect(() => text.current?.focus(), []);
  const copy = () =>
    // If the browser refuses, it can still be selected and copied by hand.
    copyText(apiKey).then(
      () => toast({ title: t('shown.copied'), tone: 'success' }),
      () => toast({ title: t('shown.copyFailed'), tone: 'destructive' }),
    );
  return (
    <>
      <p ref={text} tabIndex={-1} className="focus:outline-none">
        {t('shown.text')}
      </p>
      <Field label={t('shown.key')} className="mt-4">
        <Textarea readOnly className="break-all font-mono" value={apiKey} spellCheck={false} />
      </Field>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t('shown.done')}
        </Button>
        <Button icon={<Copy className="size-5" aria-hidden="true" />} onClick={copy}>
          {t('shown.copy')}
        </Button>
      </DialogFooter>
    </>
  );
}
