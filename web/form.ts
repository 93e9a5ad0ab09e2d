/* Forms on the contract's schemas: the same rules and the same words as the server's. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FieldValues, type Path, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { ApiError } from './api/request.ts';
import { useToast } from './ui/toast.tsx';

/**
 * `useForm` whose errors are sentences in the reader's language: `errors.email?.message` goes on screen as it is. The
 * values handed to `handleSubmit` have passed the schema. The page needs the area `validation`.
 */
export function useSchemaForm<Output extends FieldValues, Input extends FieldValues>(
  schema: z.ZodMiniType<Output, Input>,
  props: Omit<UseFormProps<Input, unknown, Output>, 'resolver'>,
): UseFormReturn<Input, unknown, Output> {
  const { t } = useTranslation('validation');
  const { validate, ...standard } = schema['~standard'];
  const resolver = standardSchemaResolver<Input, unknown, Output>({
    '~standard': {
      ...standard,
      validate: async (values: unknown) => {
        const result = await validate(values);
        if (!result.issues) return result;
        const issues = result.issues.map((issue) => ({
          ...issue,
          message: t(issue.message, { defaultValue: t('invalid') }),
        }));
        return { issues };
      },
    },
  });
  return useForm<Input, unknown, Output>({ ...props, resolver });
}

/**
 * For `onError` of a form's mutation with `meta: {handlesErrors: true}`: what is wrong with a field stands beside it,
 * anything else is a toast. A 402 has its own dialog.
 */
export function useFormError<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  toastTitle?: string,
): (error: Error) => void {
  const { t } = useTranslation();
  const { toast } = useToast();
  return (error) => {
    if (error instanceof ApiError && (error.requiresUpgrade || showIssues(error, form))) return;
    const description = error instanceof ApiError ? error.message : t('unexpectedError');
    toast({ title: toastTitle ?? t('error'), description, tone: 'destructive' });
  };
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
