import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import type { EndpointName } from '#contract/index.ts';
import { type Reach, reachOf } from '#contract/policy.ts';
import { table } from '#contract/table.ts';
import { keepFor, restoreLastUser } from './last-known.ts';
import { ApiError, isUnanswered, request } from './request.ts';
import { useCall } from './use-call.ts';
import { rememberWayIn } from './way-in.ts';

/** On a weak connection, falls back to the last known state after this time. */
const PATIENCE_MS = 3000;

/**
 * The person signed in, or null; a 401 means signed out and is not an error (product.md §4). Until the server answers,
 * the person who was last signed in on this device.
 */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ client, signal }): Promise<CurrentUser | null> => {
    if (isStaying) return client.getQueryData(userQuery.queryKey) ?? null;
    const answer = askForUser(signal);
    const slow = Promise.withResolvers<'slow'>();
    const timer = setTimeout(() => slow.resolve('slow'), PATIENCE_MS);
    try {
      const user = await Promise.race([answer, slow.promise]);
      if (user !== 'slow') return user;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    } finally {
      clearTimeout(timer);
    }
    const lastUser = await restoreLastUser(client);
    if (!lastUser) return answer;
    const correct = (user: CurrentUser | null) => client.setQueryData(userQuery.queryKey, user);
    answer.then(correct, () => addEventListener('online', () => askAgain(client), { once: true }));
    return lastUser;
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Every guard observes this query: refetching when the error page mounts would cause a loop.
  retryOnMount: false,
});

let isStaying = false;

/** Leaves the page as it is although its session has ended: it tells the last thing before a full page load. */
export function stayUntilLeft(): void {
  isStaying = true;
}

/** The server has said that the session has ended. */
export function noteSignedOut(client: QueryClient): void {
  if (!isStaying) client.setQueryData(userQuery.queryKey, null);
}

async function askForUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await request('getUser', undefined, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const askAgain = (client: QueryClient) => void client.invalidateQueries({ queryKey: userQuery.queryKey });

export function useUserAgain(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => askAgain(queryClient), [queryClient]);
}

/** The person signed in, below every guard of the routes. */
export const AuthContext = createContext<CurrentUser | null>(null);

/** Returns the person signed in. Only for pages that require sign-in. */
export function useUser(): CurrentUser {
  const user = use(AuthContext);
  if (!user) throw new Error('useAuth must be used within an AuthProvider');
  return user;
}

/** How far the person signed in reaches at the endpoint; undefined if they may not call it: then no button for it is shown. */
export const useReach = (name: EndpointName): Reach | undefined =>
  reachOf(table[name].access, useUser().role);

/** Whether the person proves with the PIN who they are: an employee without a password. */
export const provesByPin = ({ role, hasPassword, hasPin }: CurrentUser): boolean =>
  role === 'employee' && !hasPassword && hasPin;

export function useSetUser() {
  const queryClient = useQueryClient();
  return (user: CurrentUser) => {
    const before = queryClient.getQueryData(userQuery.queryKey);
    // Clears the cache, so that the next person on a shared phone doesn't see the data.
    if (before?.id !== user.id) {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
    }
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}

/** Kept in memory only, and only until the password is replaced. */
let passwordToReplace: string | undefined;

/** The password that the person has just signed in with, so they need not type it again; undefined after a reload. */
export const passwordJustTyped = (): string | undefined => passwordToReplace;

export function useLogin() {
  const setUser = useSetUser();
  return useCall('login', {
    handlesErrors: true,
    onSuccess: (user, { body }) => {
      passwordToReplace = user.mustChangePassword ? body.password : undefined;
      rememberWayIn(body.companyCode === undefined ? 'email' : 'number', user.company.code);
      setUser(user);
    },
  });
}

export function usePasskeySignIn() {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = await request('beginPasskeySignIn');
      const credential = await startAuthentication({ optionsJSON });
      return request('signInWithPasskey', { body: { credential } });
    },
    onSuccess: setUser,
    meta: { handlesErrors: true },
  });
}

/** Navigates with a full page load, to clear personal data from memory. */
export function useLogout(nextPath: string, errorTitle: string) {
  const queryClient = useQueryClient();
  return useCall('logout', {
    errorTitle,
    onSuccess: async () => {
      await keepFor(queryClient, null);
      location.assign(nextPath);
    },
  });
}

export function useChangePassword() {
  const setUser = useSetUser();
  return useCall('changePassword', {
    handlesErrors: true,
    onSuccess: (user) => {
      passwordToReplace = undefined;
      setUser(user);
    },
  });
}

/** Saves the language of the person's mails; the language on screen follows the path. */
export const useSaveLanguage = () => useCall('updateUser', { onSuccess: useSetUser() });
