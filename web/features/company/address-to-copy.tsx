import { CopyButton } from '#web/forms/copy-button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** An address that belongs elsewhere: at the provider, or with the people. */
export function AddressToCopy({ label, hint, address }: { label: string; hint?: string; address: string }) {
  const { t } = useTranslation('single-sign-on');
  return (
    <Field label={label} hint={hint}>
      <div className="flex gap-2 max-sm:flex-wrap">
        <Input readOnly value={address} />
        <CopyButton variant="secondary" text={address}>
          {t('copy')}
        </CopyButton>
      </div>
    </Field>
  );
}
