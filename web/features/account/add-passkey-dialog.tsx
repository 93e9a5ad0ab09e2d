import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAddPasskey } from '#web/api/passkeys.ts';
import { ApiError } from '#web/api/request.ts';
import { secondFactorQuery } from '#web/api/second-factor.ts';
import { sessionsQuery } from '#web/api/sessions.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { CodeProof, PasswordProof, proofError } from '#web/forms/proof.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** The browser's word for a device that holds a key of this account. */
const isKnownDevice = (error: Error) => error.name === 'InvalidStateError';

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'common', 'validation']);
  const { toast } = useToast();
  const { data: secondFactor } = useQuery(secondFactorQuery);
  const { data: sessions } = useQuery(sessionsQuery);
  const { mutateAsync: add } = useAddPasskey();
  const form = useSchemaForm(
    'beginPasskey',
    {
      defaultValues: {
        name: sessions?.find(({ isCurrent }) => isCurrent)?.device ?? '',
        password: '',
        code: '',
      },
    },
    ({ password, code }: { name: string; password: string; code: string }) =>
      secondFactor?.isOn ? { password, code } : { password },
  );
  const showError = useFormError(form, t('passkeys.failed'));
  const { register, setError, getValues } = form;
  const { errors, isSubmitting, isDirty } = form.formState;

  const tell = (error: Error) => {
    if (error instanceof ApiError) return proofError(error, setError, showError);
    const description = t(isKnownDevice(error) ? 'passkeys.known' : 'passkeys.stopped');
    toast({ title: t('passkeys.failed'), description, tone: 'destructive' });
  };
  const submit = form.handleSubmit((proof) => {
    const name = getValues('name').trim();
    if (!name) return setError('name', { message: t('validation:nameRequired') }, { shouldFocus: true });
    return add({ name, proof }).then(() => {
      onClose();
      toast({ title: t('passkeys.success'), tone: 'success' });
    }, tell);
  });
  return (
    <Dialog
      open
      onOpenChange={() => !isSubmitting && onClose()}
      dirty={isDirty}
      title={t('passkeys.addTitle')}
      description={t('passkeys.addText')}
      closeLabel={t('common:close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('passkeys.name')} hint={t('passkeys.nameHint')} error={errors.name?.message}>
          <Input autoComplete="off" maxLength={100} {...register('name')} />
        </Field>
        {secondFactor?.isOn && (
          <CodeProof
            label={t('secondFactor.codeOrRecovery')}
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
            {t(isSubmitting ? 'passkeys.pending' : 'passkeys.submit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
