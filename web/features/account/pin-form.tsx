import { useCall } from '#web/api/use-call.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useToast } from '#web/ui/toast.tsx';

const EMPTY = { pin: '', currentPassword: '', code: '' };

/** The own PIN. */
export function PinForm() {
  const { t } = useTranslation(['account', 'common']);
  const { toast } = useToast();
  const { code, proofOf } = useProof();
  const { mutateAsync: setPin } = useCall('setPin', { handlesErrors: true });
  const form = useSchemaForm('setPin', { defaultValues: EMPTY }, ({ pin, ...typed }: typeof EMPTY) => {
    const { password: currentPassword, ...second } = proofOf({
      password: typed.currentPassword,
      code: typed.code,
    });
    return { pin, currentPassword, ...second };
  });
  const showError = useFormError(form, t('pin.failed'));
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((values) =>
    setPin({ body: values }).then(({ personalNumber }) => {
      form.reset();
      toast({
        title: t('pin.done'),
        description: t('pin.doneText', { number: personalNumber }),
        tone: 'success',
      });
    }, showError),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ProofFields form={form} code={code} passwordName="currentPassword" />
      <Field label={t('pin.pin')} hint={t('pin.hint')} error={errors.pin?.message}>
        <PasswordInput
          showLabel={t('common:showPassword')}
          hideLabel={t('common:hidePassword')}
          autoComplete="off"
          inputMode="numeric"
          maxLength={6}
          {...form.register('pin')}
        />
      </Field>
      <Button type="submit" pending={isSubmitting} className="sm:self-start">
        {t('pin.submit')}
      </Button>
    </form>
  );
}
