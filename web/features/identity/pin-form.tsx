import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/call/use-call.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { EMPTY_CURRENT_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

const EMPTY = { pin: '', ...EMPTY_CURRENT_PROOF };

export function PinForm() {
  const { t } = useTranslation(['account', 'common']);
  const { toast } = useToast();
  const { code, currentProofOf } = useProof();
  const { mutateAsync: setPin } = useCall('setPin', { handlesErrors: true });
  const form = useSchemaForm('setPin', { defaultValues: EMPTY }, ({ pin, ...proof }: typeof EMPTY) => ({
    pin,
    ...currentProofOf(proof),
  }));
  const showError = useFormError(form, t('pin.failed'));
  const submit = (body: EndpointInput<'setPin'>['body']) =>
    setPin({ body }).then(({ personalNumber }) => {
      form.reset();
      toast({
        title: t('pin.done'),
        description: t('pin.doneText', { number: personalNumber }),
        tone: 'success',
      });
    }, showError);
  return (
    <PageForm form={form} onSubmit={submit} className="flex flex-col gap-4">
      <ProofFields code={code} passwordName="currentPassword" />
      <form.PasswordField
        name="pin"
        label={t('pin.pin')}
        hint={t('pin.hint')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={6}
      />
      <Button type="submit" pending={form.formState.isSubmitting} className="sm:self-start">
        {t('pin.submit')}
      </Button>
    </PageForm>
  );
}
