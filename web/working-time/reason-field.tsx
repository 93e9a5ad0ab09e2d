import type { ComponentProps } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

type ReasonFieldProps = ComponentProps<typeof Textarea> & { error: string | undefined; hint?: string };

/** The reason for a change of working time; it stays in the history of the entry. */
export function ReasonField({ error, hint, ...input }: ReasonFieldProps) {
  const { t } = useTranslation('time-entries');
  return (
    <Field label={t('fields.reason')} hint={hint ?? t('fields.reasonHint')} error={error}>
      <Textarea maxLength={500} required {...input} />
    </Field>
  );
}
