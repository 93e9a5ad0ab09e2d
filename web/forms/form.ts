/* Forms validated by the contract's schemas: the same rules and messages as on the server. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import {
  type FieldValues,
  get,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { ApiError, isShownElsewhere } from '#web/call/request.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { holdReload } from '#web/reload/reload-guard.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type BodyInput, type BodyOutput, type FormEndpoint, useBodyCheck } from './body-check.ts';
import { BOUND_FIELDS, type SchemaForm } from './fields.tsx';

/**
 * `useForm` for the body of an endpoint, with the contract's rules and its fields, `form.TextField` for example, which
 * stand in a `FormDialog` or `PageForm`. Errors are sentences in the reader's language. The values passed to
 * `handleSubmit` have passed the schema. The page needs the area `validation`. `toBody` is for forms whose fields
 * differ from the body's.
 */
export function useSchemaForm<K extends FormEndpoint, Values extends FieldValues = BodyInput<K>>(
  endpoint: K,
  props: Omit<UseFormProps<Values, unknown, BodyOutput<K>>, 'resolver'>,
  toBody?: (values: Values) => BodyInput<K>,
): SchemaForm<Values, BodyOutput<K>> {
  const check = useBodyCheck(endpoint);
  const validate = (typed: unknown) => check(toBody ? toBody(typed as Values) : (typed as BodyInput<K>));
  const resolver = standardSchemaResolver<Values, unknown, BodyOutput<K>>({
    '~standard': { version: 1, vendor: 'maina', validate },
  });
  const form = useForm<Values, unknown, BodyOutput<K>>({ ...props, resolver });
  const { isDirty } = form.formState;
  useEffect(() => (isDirty ? holdReload() : undefined), [isDirty]);
  return { ...form, ...BOUND_FIELDS };
}

/**
 * For `onError` of a form's mutation with `meta: {handlesErrors: true}`: shows field errors beside their fields and
 * anything else as a toast, and field errors too if `toastsFieldErrors`. A plan's limit has its own dialog, a new release
 * its own notice.
 */
export function useFormError<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  toastTitle?: string,
  { toastsFieldErrors = false } = {},
): (error: Error) => void {
  const { t } = useTranslation();
  const { toast } = useToast();
  return (error) => {
    const isKnown = showKnownError(error, form);
    if (isKnown && !(toastsFieldErrors && error instanceof ApiError && !isShownElsewhere(error))) return;
    const description = error instanceof ApiError ? error.message : t('unexpectedError');
    toast({ title: toastTitle ?? t('error'), description, tone: 'destructive' });
  };
}

/** `useFormError` for an error that must be read beside the typed values: `refusal` is for the form's `FormError`. */
export function useFormRefusal<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string>();
  const onError = (error: Error) => {
    if (showKnownError(error, form)) return;
    setRefusal(error instanceof ApiError ? error.message : t('unexpectedError'));
  };
  return { refusal, onError, clearRefusal: () => setRefusal(undefined) };
}

function showKnownError<Input extends FieldValues, Output>(
  error: Error,
  form: UseFormReturn<Input, unknown, Output>,
): boolean {
  return (
    error instanceof ApiError &&
    (isShownElsewhere(error) || showBesideField(error, form) || showIssues(error, form))
  );
}

/** Errors about one field: possible names of that field in the forms. */
const FIELDS: Partial<Record<string, readonly string[]>> = {
  wrong_password: ['currentPassword', 'password'],
  wrong_pin: ['currentPassword', 'password'],
  wrong_code: ['code'],
  month_locked: ['effectiveFrom'],
  email_taken: ['email'],
  pin_weak: ['pin'],
};

/** Returns true if the error is about a field of the form. */
function showBesideField<Input extends FieldValues, Output>(
  { code, message }: ApiError,
  form: UseFormReturn<Input, unknown, Output>,
): boolean {
  const known = Object.keys(form.getValues());
  const name = FIELDS[code ?? '']?.find((field) => known.includes(field));
  if (name) form.setError(name as Path<Input>, { type: 'server', message }, { shouldFocus: true });
  return name !== undefined;
}

/** Returns true if every issue matched a field. */
function showIssues<Input extends FieldValues, Output>(
  { issues }: ApiError,
  form: UseFormReturn<Input, unknown, Output>,
): boolean {
  const values = form.getValues();
  const known = issues.filter(({ path }) => path in values || get(values, path) !== undefined);
  for (const [index, { path, message }] of known.entries()) {
    form.setError(path as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return issues.length > 0 && known.length === issues.length;
}
