import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AskAnswer, AskPreset } from '#contract/ask.ts';
import type { EndpointInput } from '#contract/index.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { ApiError, request } from '#web/call/request.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { AskAnswerView } from './ask-answer.tsx';
import { AskPicker } from './ask-picker.tsx';
import { AskQuestionForm } from './ask-question-form.tsx';

/** Longer than the server's timeout for a language model. */
const TIMEOUT_MS = 90_000;

type Question = EndpointInput<'ask'>['body'] | EndpointInput<'askPreset'>['body'];

const useAsk = () =>
  useMutation({
    mutationFn: (body: Question) =>
      'question' in body
        ? request('ask', { body }, { timeoutMs: TIMEOUT_MS })
        : request('askPreset', { body }),
    meta: { handlesErrors: true },
  });

type Subject = { employeeId?: string | undefined; locationId?: string | undefined };

/** Questions about the company's records: built-in ones, and custom ones if a language model is set up. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['ask', 'common']);
  const presets = useQuery({
    ...query('listAskPresets'),
    // Their texts are in the reader's language.
    queryKey: ['company', 'listAskPresets', useLanguage()],
  });
  const employees = useQuery(query('listEmployees'));
  const locations = useQuery(query('listLocations'));
  const [subject, setSubject] = useState<Subject>({});
  const [last, setLast] = useState<{ preset: AskPreset; answer: AskAnswer }>();
  const { mutate, reset, variables: asked, data: answer, error, isPending, status } = useAsk();
  const answerArea = useRef<HTMLElement>(null);
  const chosen = asked && 'preset' in asked ? asked.preset : undefined;
  // On a phone the questions alone fill the screen.
  useEffect(() => {
    if (status !== 'idle') answerArea.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);

  const ask = (body: Question) =>
    mutate(body, {
      onSuccess: (answer) => 'preset' in body && setLast({ preset: body.preset, answer }),
      // The upgrade dialog explains it.
      onError: (failed) => failed instanceof ApiError && failed.requiresUpgrade && reset(),
    });
  const askPreset = (preset: AskPreset, about: Subject) => {
    setSubject(about);
    ask({ preset, ...about });
  };
  const narrow = (changes: Subject) => chosen && askPreset(chosen, { ...subject, ...changes });
  // For the same question about another subject, the table stays until the next one has loaded.
  const shown = answer ?? (isPending && last?.preset === chosen ? last?.answer : undefined);
  const question =
    asked && 'question' in asked
      ? asked.question
      : presets.data?.presets.find(({ preset }) => preset === chosen)?.question;

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('title')}
      description={t('description')}
      closeLabel={t('common:close')}
      size="wide"
    >
      <Loaded query={presets}>
        {({ presets: ready, freeQuestions }) => (
          <div className="flex flex-col gap-6">
            {freeQuestions && <AskQuestionForm pending={isPending && !chosen} onAsk={ask} />}
            <fieldset>
              <legend className="mb-2 font-medium text-sm">{t('ready')}</legend>
              <div className="flex flex-wrap gap-2 max-sm:*:w-full max-sm:*:justify-start max-sm:*:text-left">
                {ready.map(({ preset, question }) => (
                  <Button
                    key={preset}
                    variant="secondary"
                    size="small"
                    aria-pressed={preset === chosen}
                    onClick={() => isPending || askPreset(preset, subject)}
                  >
                    {question}
                  </Button>
                ))}
              </div>
            </fieldset>
            {asked && (
              <section
                ref={answerArea}
                aria-label={question}
                aria-busy={isPending}
                className="flex scroll-my-4 flex-col gap-4 border-hairline border-t pt-4"
              >
                <h3 className="wrap-anywhere font-semibold text-lg leading-snug">{question}</h3>
                {chosen && (
                  <div className="grid gap-4 sm:grid-cols-2">
                    <AskPicker
                      label={t('employee')}
                      all={t('allEmployees')}
                      options={employees.data?.map((person) => ({
                        id: person.id,
                        name: fullName(person),
                        detail: person.email,
                      }))}
                      error={employees.error?.message}
                      value={subject.employeeId}
                      onChange={(employeeId) => narrow({ employeeId })}
                    />
                    <AskPicker
                      label={t('location')}
                      all={t('allLocations')}
                      options={locations.data?.map(({ id, name, address }) => ({
                        id,
                        name,
                        detail: address,
                      }))}
                      error={locations.error?.message}
                      value={subject.locationId}
                      onChange={(locationId) => narrow({ locationId })}
                    />
                  </div>
                )}
                <p role="status" className="sr-only">
                  {isPending ? t('pending') : answer && summaryOf(answer)}
                </p>
                {isPending && !shown && (
                  <p
                    aria-hidden="true"
                    className="flex min-h-24 items-center justify-center gap-3 text-ink-muted"
                  >
                    <Spinner />
                    {t('pending')}
                  </p>
                )}
                {error && (
                  <ErrorState
                    title={t('failed')}
                    text={error instanceof ApiError ? error.message : t('common:unexpectedError')}
                    retryLabel={t('common:retry')}
                    onRetry={() => ask(asked)}
                  />
                )}
                {shown && <AskAnswerView answer={shown} />}
              </section>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

/** The text for screen readers: the answer, or which tables were found. */
const summaryOf = ({ answer, note, results }: AskAnswer) =>
  [answer ?? results.map(({ title }) => title).join('. '), note].filter(Boolean).join(' ');
