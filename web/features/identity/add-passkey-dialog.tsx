import { useQuery } from '@tanstack/react-query';
import { useAddPasskey } from '#web/call/passkeys.ts';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { provesByPin, useUser } from '#web/call/user.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useToast } from '#web/ui/toast.tsx';

/** The browser's error if the device already holds a passkey of this account. */
const isKnownDevice = (error: Error) => error.name === 'InvalidStateError';

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'validation']);
  const { toast } = useToast();
  const usesPin = provesByPin(useUser());
  const { code, proofOf } = useProof();
  const { data: sessions } = useQuery(query('listSessions'));
  const { mutateAsync: add } = useAddPasskey();
  const name = sessions?.find(({ isCurrent }) => isCurrent)?.device ?? '';
  const defaultValues = { name, ...EMPTY_PROOF };
  const form = useSchemaForm('beginPasskey', { defaultValues }, (values: typeof defaultValues) =>
    proofOf(values),
  );
  const { setError, getValues } = form;
  const { isSubmitting } = form.formState;
  const submit = async (proof: Parameters<typeof add>[0]['proof']) => {
    const name = getValues('name').trim();
    if (!name) return setError('name', { message: t('validation:nameRequired') }, { shouldFocus: true });
    try {
      await add({ name, proof });
    } catch (error) {
      if (!(error instanceof Error) || error instanceof ApiError) throw error;
      const description = t(isKnownDevice(error) ? 'passkeys.known' : 'passkeys.stopped');
      return toast({ title: t('passkeys.failed'), description, tone: 'destructive' });
    }
    onClose();
    toast({ title: t('passkeys.success'), tone: 'success' });
  };
  return (
    <FormDialog
      form={form}
      title={t('passkeys.addTitle')}
      description={t(usesPin ? 'passkeys.addTextPin' : 'passkeys.addText')}
      submitLabel={t(isSubmitting ? 'passkeys.pending' : 'passkeys.submit')}
      onSubmit={submit}
      onClose={onClose}
    >
      <form.TextField name="name" label={t('passkeys.name')} hint={t('passkeys.nameHint')} maxLength={100} />
      <ProofFields code={code} />
    </FormDialog>
  );
}
