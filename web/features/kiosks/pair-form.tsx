import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/call/request.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { pairKiosk } from '#web/recording/kiosk-runner.ts';
import { allowSound } from '#web/scanning/confirmation-signal.ts';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Mark } from '#web/ui/mark.tsx';

type PairFormProps = {
  /** It was a kiosk until an administrator ended that. */
  isRevoked: boolean;
  /** The server's message if the kiosk cannot be used for now. */
  refusal: string | undefined;
  /** What the device will do. */
  text?: string;
};

/** Asks for the code that an administrator has created. */
export function PairForm({ isRevoked, refusal, text }: PairFormProps) {
  const { t } = useTranslation(['kiosk', 'common']);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    allowSound();
    setPending(true);
    setError(undefined);
    try {
      await pairKiosk(code);
    } catch (refusal) {
      setError(refusal instanceof ApiError ? refusal.message : t('common:unexpectedError'));
      setPending(false);
    }
  };
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center-safe gap-6 p-4">
      <Mark className="size-16" />
      <form noValidate onSubmit={submit} className="flex w-full max-w-md flex-col gap-4">
        {isRevoked && (
          <Alert tone="attention" role="alert">
            {refusal ?? t('pair.revoked')}
          </Alert>
        )}
        <div>
          <h1 tabIndex={-1} className="font-bold text-3xl leading-tight">
            {t('pair.title')}
          </h1>
          <p className="mt-2 text-ink-muted">{t('pair.text')}</p>
          {text && <p className="mt-2 text-ink-muted">{text}</p>}
        </div>
        <Field label={t('pair.code')} hint={t('pair.hint')}>
          <Input
            value={code}
            onChange={({ target }) => setCode(target.value)}
            placeholder="XXXX-XXXX"
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            className="figures min-h-14! text-2xl! uppercase tracking-widest"
          />
        </Field>
        <FormError>{error}</FormError>
        <Button type="submit" size="large" pending={isPending} disabled={code.trim() === ''}>
          {t('pair.submit')}
        </Button>
      </form>
    </main>
  );
}
