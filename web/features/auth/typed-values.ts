/* Keeps the input of one form of the sign-in page for the next form. */
import { type Dispatch, type SetStateAction, useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { EndpointInput } from '#contract/index.ts';

export type TypedValues = Partial<EndpointInput<'registerCompany'>['body']>;

export type TypedProps = { typed: TypedValues; setTyped: Dispatch<SetStateAction<TypedValues>> };

/** Reports every change in the form to the page; the form's field names are names of `TypedValues`. */
export function useTypedValues<Input extends FieldValues & TypedValues, Output>(
  { subscribe }: UseFormReturn<Input, unknown, Output>,
  setTyped: TypedProps['setTyped'],
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => setTyped((before) => ({ ...before, ...values })),
      }),
    [subscribe, setTyped],
  );
}
