import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { API_KEY_DAYS } from '#contract/api-keys.ts';
import { useCreateApiKey } from '#web/api/api-keys.ts';
import { secondFactorQuery } from '#web/api/second-factor.ts';
import { copyText } from '#web/files/copy-text.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { CodeProof, PasswordProof, proofError } from '#web/forms/proof.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Asks for what a key needs, and then shows it, the only time. */
export function CreateApiKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['api-keys', 'common']);
  const [key, setKey] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={() => !isBusy && onClose()}
      // Neither what was typed nor the key is to be lost by a click outside.
      dirty
      title={key ? t('shown.title') : t('form.title')}
      description={key ? undefined : t('form.text')}
      closeLabel={t('common:close')}
    >
      {key ? (
        <NewKey apiKey={key} onClose={onClose} />
      ) : (
        <KeyForm onCreated={setKey} onBusy={setIsBusy} onClose={onClose} />
      )}
    </Dialog>
  );
}

type KeyFormProps = {
  onCreated: (key: string) => void;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
};
type Values = { name: string; days: string; password: string; code: string };

function KeyForm({ onCreated, onBusy, onClose }: KeyFormProps) {
  const { t } = useTranslation(['api-keys', 'account', 'common', 'validation']);
  const { data: secondFactor } = useQuery(secondFactorQuery);
  const { mutateAsync: create } = useCreateApiKey();
  const form = useSchemaForm(
    'createApiKey',
    { defaultValues: { name: '', days: '365', password: '', code: '' } },
    ({ name, days, password, code }: Values) => ({
      name,
      expiresInDays: API_KEY_DAYS.find((count) => String(count) === days) ?? null,
      password,
      ...(secondFactor?.isOn && { code }),
    }),
  );
  const showError = useFormError(form, t('form.failed'));
  const { register, setError } = form;
  const { errors, isSubmitting } = form.formState;
  useEffect(() => onBusy(isSubmitting), [isSubmitting, onBusy]);
  const submit = form.handleSubmit((body) =>
    create(body).then(
      ({ key }) => onCreated(key),
      (error) => proofError(error, setError, showError),
    ),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('name')} hint={t('form.nameHint')} error={errors.name?.message}>
        <Input autoComplete="off" maxLength={100} {...register('name')} />
      </Field>
      <Field label={t('form.expires')}>
        <Select {...register('days')}>
          {API_KEY_DAYS.map((count) => (
            <option key={count} value={count}>
              {t('form.days', { count })}
            </option>
          ))}
          <option value="">{t('never')}</option>
        </Select>
      </Field>
      {secondFactor?.isOn && (
        <CodeProof
          label={t('account:secondFactor.codeOrRecovery')}
          error={errors.code?.message}
          input={register('code')}
        />
      )}
      <PasswordProof error={errors.password?.message} input={register('password')} />
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" pending={isSubmitting}>
          {t('create')}
        </Button>
      </DialogFooter>
    </form>
  );
}

function NewKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const { toast } = useToast();
  const text = useRef<HTMLParagraphElement>(null);
  // The form has gone, and with it the button that had the focus.
  useEffect(() => text.current?.focus(), []);
  const copy = () =>
    // Refused by the browser, it can still be marked and copied by hand.
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
        <Textarea readOnly rows={2} className="break-all font-mono" value={apiKey} spellCheck={false} />
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
