import { Copy } from 'lucide-react';
import { copyText } from '#web/files/copy-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** An address that belongs elsewhere: at the provider, or with the people. */
export function AddressToCopy({ label, hint, address }: { label: string; hint?: string; address: string }) {
  const { t } = useTranslation('single-sign-on');
  const { toast } = useToast();
  const copy = () =>
    // If the browser refuses, it can still be selected and copied by hand.
    copyText(address).then(
      () => toast({ title: t('copied'), tone: 'success' }),
      () => toast({ title: t('copyFailed'), tone: 'destructive' }),
    );
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        <Input readOnly value={address} />
      </Field>
      <Button
        variant="secondary"
        className="self-start"
        icon={<Copy className="size-5" aria-hidden="true" />}
        onClick={copy}
      >
        {t('copy')}
      </Button>
    </div>
  );
}
