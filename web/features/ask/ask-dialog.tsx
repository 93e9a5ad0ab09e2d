import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AskAnswer, AskPreset } from '#contract/ask.ts';
import { fullName } from '#domain/names.ts';
import { askPresetsQuery, type Question, useAsk } from '#web/api/ask.ts';
import { employeesQuery } from '#web/api/employees.ts';
import { locationsQuery } from '#web/api/locations.ts';
import { ApiError } from '#web/api/request.ts';
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

type Subject = { employeeId?: string | undefined; locationId?: string | undefined };

/** Questions about the company's records: built-in ones, and custom ones if a language model is set up. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['ask', 'common']);
  const presets = useQuery(askPresetsQuery(useLanguage()));
  const employees = useQuery(employeesQuery);
  const locations = useQuery(locationsQuery);
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
