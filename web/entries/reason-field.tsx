import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** The form's reason for a change of working time; it stays in the history of the entry. */
export function ReasonField({ hint }: { hint?: string }) {
  const { t } = useTranslation('time-entries');
  const form = useSurroundingForm<{ reason: string }>();
  return (
    <form.TextareaField
      name="reason"
      label={t('fields.reason')}
      hint={hint ?? t('fields.reasonHint')}
      maxLength={500}
      required
    />
  );
}
