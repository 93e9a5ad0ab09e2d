import type { EndpointRequest } from '#contract/index.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type Question = EndpointRequest<'ask'>['body'];
type AskQuestionFormProps = { pending: boolean; onAsk: (question: Question) => void };

const MAX_LENGTH = 500;

/** The question stays in the field, so that it can be rephrased. */
export function AskQuestionForm({ pending, onAsk }: AskQuestionFormProps) {
  const { t } = useTranslation('ask');
  const form = useSchemaForm('ask', { defaultValues: { question: '' } });
  return (
    <form noValidate onSubmit={form.handleSubmit(onAsk)} className="grid gap-3 sm:grid-cols-[1fr_auto]">
      <Field label={t('question')} hint={t('questionHint')} error={form.formState.errors.question?.message}>
        <Input maxLength={MAX_LENGTH} autoComplete="off" enterKeyHint="send" {...form.register('question')} />
      </Field>
      {/* Beside the field, below its label. */}
      <Button type="submit" pending={pending} className="sm:mt-6.5 sm:self-start">
        {t('submit')}
      </Button>
    </form>
  );
}
