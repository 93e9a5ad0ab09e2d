import { useEffect, useState } from 'react';
import type { AiEndpoint, AiTestResult } from '#contract/ai-endpoint.ts';
import { useCall } from '#web/api/use-call.ts';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardBody, CardFooter } from '#web/ui/card.tsx';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useToast } from '#web/ui/toast.tsx';

const valuesOf = ({ isOn, baseUrl, model }: AiEndpoint) => ({
  isOn,
  baseUrl,
  model,
  apiKey: '',
  removesKey: false,
});

/** Without saved settings, only the switch is shown. */
export function AiEndpointForm({ endpoint }: { endpoint: AiEndpoint }) {
  const { t } = useTranslation(['ai-endpoint', 'common']);
  const { toast } = useToast();
  const form = useSchemaForm('updateAiEndpoint', { defaultValues: valuesOf(endpoint) });
  const { register, formState, reset, subscribe } = form;
  const { errors, isDirty } = formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const save = useCall('updateAiEndpoint', { handlesErrors: true });
  const test = useCall('testAiEndpoint', { handlesErrors: true });
  const [result, setResult] = useState<AiTestResult>();
  const isShown = form.watch('isOn') || endpoint.baseUrl !== '';

  // The test result belongs to the settings as tested, so a change clears it.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => setResult(undefined) }),
    [subscribe],
  );

  const submit = form.handleSubmit((body) => {
    clearRefusal();
    return save.mutateAsync({ body }).then((saved) => {
      reset(valuesOf(saved));
      toast({ title: t('saved'), tone: 'success' });
    }, onError);
  });
  const tryIt = form.handleSubmit((body) => {
    clearRefusal();
    setResult(undefined);
    return test.mutateAsync({ body }).then((answer) => setResult(answer.result), onError);
  });

  return (
    <form noValidate onSubmit={submit} className="contents">
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <Switch
          label={t('use')}
          hint={t(`otherwise.${endpoint.otherwise}`)}
          className="sm:col-span-2"
          {...register('isOn')}
        />
        {isShown && (
          <>
            <Field
              label={t('baseUrl')}
              hint={t('baseUrlHint')}
              error={errors.baseUrl?.message}
              className="sm:col-span-2"
            >
              <Input type="url" autoComplete="off" required {...register('baseUrl')} />
            </Field>
            <Field label={t('model')} hint={t('modelHint')} error={errors.model?.message}>
              <Input
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
                {...register('model')}
              />
            </Field>
            <div className="flex flex-col gap-1">
              <Field
                label={t('apiKey')}
                aside={t('common:optional')}
                hint={keyHint()}
                error={errors.apiKey?.message}
              >
                <PasswordInput
                  showLabel={t('showKey')}
                  hideLabel={t('hideKey')}
                  // Browsers ignore "off" for passwords and would fill in the administrator's own.
                  autoComplete="new-password"
                  {...register('apiKey')}
                />
              </Field>
              {endpoint.hasKey && <Checkbox label={t('removesKey')} {...register('removesKey')} />}
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
      </CardBody>
      {isShown && (
        <CardFooter className="justify-end">
          {endpoint.isInPlan && (
            <Button variant="secondary" pending={test.isPending} onClick={tryIt}>
              {t('test')}
            </Button>
          )}
          <Button type="submit" pending={save.isPending} disabled={!isDirty && !save.isPending}>
            {t('common:save')}
          </Button>
        </CardFooter>
      )}
    </form>
  );

  function keyHint(): string {
    if (!endpoint.hasKey) return t('keyHint.none');
    return endpoint.keyEnd ? t('keyHint.keptEnd', { end: endpoint.keyEnd }) : t('keyHint.kept');
  }
}
