import type { EndpointRequest } from '#contract/index.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';

type Question = EndpointRequest<'ask'>['body'];
type AskQuestionFormProps = { pending: boolean; onAsk: (question: Question) => void };

const MAX_LENGTH = 500;

/** The question stays in the field, so that it can be rephrased. */
export function AskQuestionForm({ pending, onAsk }: AskQuestionFormProps) {
  const { t } = useTranslation('ask');
  const form = useSchemaForm('ask', { defaultValues: { question: '' } });
  return (
    <PageForm form={form} onSubmit={onAsk} className="grid gap-3 sm:grid-cols-[1fr_auto]">
      <form.TextField
        name="question"
        label={t('question')}
        hint={t('questionHint')}
        maxLength={MAX_LENGTH}
        enterKeyHint="send"
      />
      {/* Beside the field, below its label. */}
      <Button type="submit" pending={pending} className="sm:mt-6.5 sm:self-start">
        {t('submit')}
      </Button>
    </PageForm>
  );
}
