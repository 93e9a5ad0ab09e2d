/* Forms validated by the contract's schemas: the same rules and messages as on the server. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { type FieldValues, type Path, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { EndpointInput, EndpointRequest } from '#contract/index.ts';
import type { EndpointName } from '#contract/table.ts';
import { ApiError, isShownElsewhere } from '#web/api/request.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { useToast } from '#web/ui/toast.tsx';

/** Endpoints that take a body. */
type FormEndpoint = {
  [K in EndpointName]: 'body' extends keyof EndpointInput<K> ? K : never;
}[EndpointName];
type BodyOf<Parts> = 'body' extends keyof Parts ? NonNullable<Parts['body']> : never;
type BodyInput<K extends EndpointName> = BodyOf<EndpointInput<K>> & FieldValues;
type BodyOutput<K extends EndpointName> = BodyOf<EndpointRequest<K>>;

// The schemas and their library weigh 8 KB and are not needed before the first input.
const loadContract = () => import('#contract/index.ts');

/**
 * `useForm` for the body of an endpoint, with the contract's rules: errors are sentences in the reader's language,
 * `errors.email?.message` goes on screen as it is. The values handed to `handleSubmit` have passed the schema. The page
 * needs the area `validation`. `toBody` is for a form whose fields are not those of the body.
 */
export function useSchemaForm<K extends FormEndpoint, Values extends FieldValues = BodyInput<K>>(
  endpoint: K,
  props: Omit<UseFormProps<Values, unknown, BodyOutput<K>>, 'resolver'>,
  toBody?: (values: Values) => BodyInput<K>,
): UseFormReturn<Values, unknown, BodyOutput<K>> {
  const { t } = useTranslation('validation');
  useEffect(() => {
    const load = () => void loadContract().catch(() => undefined);
    document.addEventListener('input', load, { once: true });
    return () => document.removeEventListener('input', load);
  }, []);

  const validate = async (typed: unknown) => {
    const values: unknown = toBody ? toBody(typed as Values) : typed;
    const loaded = await loadContract().catch(() => undefined);
    // Cannot be loaded offline: then the server validates, or the request fails with its own message.
    if (!loaded) return { value: values as BodyOutput<K> };
    const result = await loaded.contract[endpoint].body['~standard'].validate(values);
    if (!result.issues) return { value: result.value as BodyOutput<K> };
    const issues = result.issues.map((issue) => ({
      ...issue,
      message: t(issue.message, { defaultValue: t('invalid') }),
    }));
    return { issues };
  };
  const resolver = standardSchemaResolver<Values, unknown, BodyOutput<K>>({
    '~standard': { version: 1, vendor: 'maina', validate },
  });
  const form = useForm<Values, unknown, BodyOutput<K>>({ ...props, resolver });
  const { isDirty } = form.formState;
  useEffect(() => (isDirty ? holdReload() : undefined), [isDirty]);
  return form;
}

/**
 * For `onError` of a form's mutation with `meta: {handlesErrors: true}`: what is wrong with a field stands beside it,
 * anything else is a toast. A plan's limit has its own dialog, a new release its own notice.
 */
export function useFormError<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  toastTitle?: string,
): (error: Error) => void {
  const { t } = useTranslation();
  const { toast } = useToast();
  return (error) => {
    if (hasOwnPlace(error, form)) return;
    const description = error instanceof ApiError ? error.message : t('unexpectedError');
    toast({ title: toastTitle ?? t('error'), description, tone: 'destructive' });
  };
}

/** `useFormError` for a refusal that has to be read beside what was typed: `refusal` is for the form's `FormError`. */
export function useFormRefusal<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string>();
  const onError = (error: Error) => {
    if (hasOwnPlace(error, form)) return;
    setRefusal(error instanceof ApiError ? error.message : t('unexpectedError'));
  };
  return { refusal, onError, clearRefusal: () => setRefusal(undefined) };
}

function hasOwnPlace<Input extends FieldValues, Output>(
  error: Error,
  form: UseFormReturn<Input, unknown, Output>,
): boolean {
  return (
    error instanceof ApiError &&
    (isShownElsewhere(error) || showBesideField(error, form) || showIssues(error, form))
  );
}

/** Refusals about one field: the names it has in the forms. */
const FIELDS: Partial<Record<string, readonly string[]>> = {
  wrong_password: ['currentPassword', 'password'],
  wrong_code: ['code'],
  email_taken: ['email'],
};

/** True when the refusal is about a field of the form. */
function showBesideField<Input extends FieldValues, Output>(
  { code, message }: ApiError,
  form: UseFormReturn<Input, unknown, Output>,
): boolean {
  const known = Object.keys(form.getValues());
  const name = FIELDS[code ?? '']?.find((field) => known.includes(field));
  if (name) form.setError(name as Path<Input>, { type: 'server', message }, { shouldFocus: true });
  return name !== undefined;
}

/** True when every issue has found its field. */
function showIssues<Input extends FieldValues, Output>(
  { issues }: ApiError,
  form: UseFormReturn<Input, unknown, Output>,
): boolean {
  const fields = Object.keys(form.getValues());
  const known = issues.filter(({ path }) => fields.includes(path));
  for (const [index, { path, message }] of known.entries()) {
    form.setError(path as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return issues.length > 0 && known.length === issues.length;
}
