import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EndpointInput, EndpointName, EndpointResponse } from '#contract/index.ts';
import { type Route, table } from '#contract/table.ts';
import { refetchChanged } from './changes.ts';
import { ApiError, type Arguments, request } from './request.ts';

/** Of several endpoints, the input of one. */
type Input<K extends EndpointName> = K extends EndpointName
  ? unknown extends EndpointInput<K>
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a call without input takes no argument.
      void
    : EndpointInput<K>
  : never;

type CallOptions<K extends EndpointName> = {
  handlesErrors?: boolean;
  errorTitle?: string;
  timeoutMs?: number;
  /** Runs before the queries that show the change are refetched. */
  onSuccess?: (answer: EndpointResponse<K>, input: Input<K>) => unknown;
};

type Callbacks<Answer> = {
  onSuccess?: ((answer: Answer) => void) | undefined;
  onError?: ((error: Error) => void) | undefined;
};

/** What a dialog or page needs of a call that it is given. */
export type Call<Given, Answer> = Pick<UseMutationResult<Answer, Error, Given>, 'isPending' | 'error'> & {
  mutate: (input: Given, callbacks?: Callbacks<Answer>) => void;
};

/**
 * A call of an endpoint. It is pending until the queries on screen that show what it `changes` are up to date. The answer
 * is kept only as long as the component is mounted.
 */
export function useCall<K extends EndpointName>(
  name: K,
  { timeoutMs, onSuccess, ...meta }: CallOptions<K> = {},
) {
  const queryClient = useQueryClient();
  const { changes }: Route = table[name];
  const call = useMutation({
    mutationFn: (input: Input<K>) =>
      request(name, ...([input ?? undefined, timeoutMs ? { timeoutMs } : undefined] as Arguments<K>)),
    onSuccess: async (answer, input) => {
      await onSuccess?.(answer, input);
      await refetchChanged(queryClient, changes);
    },
    onError: (error) => {
      // Wrong input aside, a refusal or no answer may mean that the screen is out of date.
      if (!(error instanceof ApiError && error.status === 400)) void refetchChanged(queryClient, changes);
    },
    gcTime: 0,
    meta,
  });
  const { mutateAsync } = call;
  /** The callbacks run even if the component has gone, as a row does when the call takes it off its list. */
  const mutate = useCallback(
    (input: Input<K>, callbacks: Callbacks<EndpointResponse<K>> = {}) => {
      mutateAsync(input).then(callbacks.onSuccess, (error) => callbacks.onError?.(error));
    },
    [mutateAsync],
  );
  return { ...call, mutate };
}
