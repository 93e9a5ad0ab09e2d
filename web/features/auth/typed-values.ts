/* What is typed into one form of the auth page is there in the next one, too. */
import { type Dispatch, type SetStateAction, useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { EndpointInput } from '#contract/index.ts';

export type TypedValues = Partial<EndpointInput<'registerCompany'>['body']>;

export type TypedProps = { typed: TypedValues; setTyped: Dispatch<SetStateAction<TypedValues>> };

/** Tells the page of every change in the form; its values are names of `TypedValues`. */
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
