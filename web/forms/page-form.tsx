import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';

type PageFormProps<Values extends FieldValues, Body> = {
  form: UseFormReturn<Values, unknown, Body>;
  /** Sends the validated body. */
  onSubmit: (body: Body) => unknown;
  className: string;
  children: ReactNode;
};

export function PageForm<Values extends FieldValues, Body>({
  form,
  onSubmit,
  className,
  children,
}: PageFormProps<Values, Body>) {
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(onSubmit)} className={className}>
        {children}
      </form>
    </FormProvider>
  );
}
