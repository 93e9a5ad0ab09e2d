import { type ReactNode, useEffect, useState } from 'react';
import type { AiEndpoint, AiTestResult } from '#contract/ai-endpoint.ts';
import { useCall } from '#web/call/use-call.ts';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { SettingsForm } from './settings-form.tsx';

const valuesOf = ({ isOn, baseUrl, model }: AiEndpoint) => ({
  isOn,
  baseUrl,
  model,
  apiKey: '',
  removesKey: false,
});

/** Without saved settings, only the switch is shown. */
export function AiEndpointForm({ endpoint, children }: { endpoint: AiEndpoint; children: ReactNode }) {
  const { t } = useTranslation(['ai-endpoint', 'common']);
  const form = useSchemaForm('updateAiEndpoint', { defaultValues: valuesOf(endpoint) });
  const { subscribe } = form;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: save } = useCall('updateAiEndpoint', { handlesErrors: true });
  const test = useCall('testAiEndpoint', { handlesErrors: true });
  const [result, setResult] = useState<AiTestResult>();
  const isShown = form.watch('isOn') || endpoint.baseUrl !== '';

  // The test result belongs to the settings as tested, so a change clears it.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => setResult(undefined) }),
    [subscribe],
  );

  const tryIt = form.handleSubmit((body) => {
    clearRefusal();
    setResult(undefined);
    return test.mutateAsync({ body }).then((answer) => setResult(answer.result), onError);
  });

  return (
    <SettingsForm
      form={form}
      title={t('title')}
      text={t('text')}
      save={(body) => save({ body }).then(valuesOf)}
      aside={
        isShown &&
        endpoint.isInPlan && (
          <Button variant="secondary" pending={test.isPending} onClick={tryIt}>
            {t('test')}
          </Button>
        )
      }
    >
      {children}
      <form.SwitchField
        name="isOn"
        label={t('use')}
        hint={t(`otherwise.${endpoint.otherwise}`)}
        className="sm:col-span-2"
      />
      {isShown && (
        <>
          <form.TextField
            name="baseUrl"
            label={t('baseUrl')}
            hint={t('baseUrlHint')}
            className="sm:col-span-2"
            type="url"
            required
          />
          <form.TextField
            name="model"
            label={t('model')}
            hint={t('modelHint')}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <div className="flex flex-col gap-1">
            <form.PasswordField
              name="apiKey"
              label={t('apiKey')}
              isOptional
              hint={keyHint()}
              showLabel={t('showKey')}
              hideLabel={t('hideKey')}
              // Browsers ignore "off" for passwords and would fill in the administrator's own.
              autoComplete="new-password"
            />
            {endpoint.hasKey && <form.CheckboxField name="removesKey" label={t('removesKey')} />}
          </div>
          <div className="sm:col-span-2">
            <p className="text-ink-muted text-sm">{t('data')}</p>
            <FormError className="mt-4">{refusal}</FormError>
            <div role="status" className="not-empty:mt-4">
              {test.isPending && <p className="text-ink-muted">{t('testing')}</p>}
              {result && (
                <Alert tone={result === 'ok' ? 'working' : 'destructive'}>{t(`result.${result}`)}</Alert>
              )}
            </div>
          </div>
        </>
      )}
    </SettingsForm>
  );

  function keyHint(): string {
    if (!endpoint.hasKey) return t('keyHint.none');
    return endpoint.keyEnd ? t('keyHint.keptEnd', { end: endpoint.keyEnd }) : t('keyHint.kept');
  }
}
