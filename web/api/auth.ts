import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { EndpointName } from '#contract/table.ts';
import { keepFor, restoreLastUser } from './last-known.ts';
import { ApiError, isUnanswered, request } from './request.ts';

/** With one bar of signal the last known state is better than none. */
const PATIENCE_MS = 3000;

/**
 * The person signed in, or null; a 401 means signed out, not an error (product.md §4). Without an answer it is whoever
 * was signed in here last, until there is one.
 */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ client, signal }): Promise<CurrentUser | null> => {
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
  // Every guard observes it: mounting the error's own page would ask again, in a circle.
  retryOnMount: false,
});

async function askForUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await request('getUser', undefined, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const askAgain = (client: QueryClient) => void client.invalidateQueries({ queryKey: userQuery.queryKey });

/** Asks the server again who is signed in. */
export function useUserAgain(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => askAgain(queryClient), [queryClient]);
}

/** The person signed in, below every guard of the routes. */
export const AuthContext = createContext<CurrentUser | null>(null);

/** The person signed in. Only for pages that are shown to signed-in people. */
export function useUser(): CurrentUser {
  const user = use(AuthContext);
  if (!user) throw new Error('useAuth must be used within an AuthProvider');
  return user;
}

type Body<K extends EndpointName> = EndpointInput<K> extends { body: infer B } ? B : never;

function useSetUser() {
  const queryClient = useQueryClient();
  return (user: CurrentUser) => {
    const before = queryClient.getQueryData(userQuery.queryKey);
    // On a shared phone the next person must not see what the one before left in the cache.
    if (before?.id !== user.id) {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
    }
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}

/** Only ever in memory, and only while it has to be replaced. */
let passwordToReplace: string | undefined;

/** What the person has just signed in with, so that they need not type it again; unknown after a reload. */
export const passwordJustTyped = (): string | undefined => passwordToReplace;

export function useLogin() {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (body: Body<'login'>) => request('login', { body }),
    onSuccess: (user, { password }) => {
      passwordToReplace = user.mustChangePassword ? password : undefined;
      setUser(user);
    },
    meta: { handlesErrors: true },
  });
}

/** By a key of the device, in place of the password and a code. The caller shows the errors. */
export function usePasskeySignIn() {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: async () => (await import('./passkeys.ts')).signInWithPasskey(),
    onSuccess: setUser,
    meta: { handlesErrors: true },
  });
}

export function useRegister() {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (body: Body<'registerCompany'>) => request('registerCompany', { body }),
    onSuccess: setUser,
    meta: { handlesErrors: true },
  });
}

/** Leaves by loading `nextPath` afresh, so that nothing of the person stays in memory. */
export function useLogout(nextPath: string, meta: { errorTitle: string }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request('logout'),
    onSuccess: async () => {
      await keepFor(queryClient, null);
      location.assign(nextPath);
    },
    meta,
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: Body<'forgotPassword'>) => request('forgotPassword', { body }),
    meta: { handlesErrors: true },
  });
}

export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'resetPassword'>) => request('resetPassword', { body }),
    // It ends every session of the person, perhaps the one of this browser.
    onSuccess: () => queryClient.resetQueries({ queryKey: userQuery.queryKey }),
    meta: { handlesErrors: true },
  });
}

export function useChangePassword() {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (body: Body<'changePassword'>) => request('changePassword', { body }),
    onSuccess: (user) => {
      passwordToReplace = undefined;
      setUser(user);
    },
    meta: { handlesErrors: true },
  });
}

/** Saves the language of the person's mails; the screen's language follows the path. */
export function useSaveLanguage() {
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (language: CurrentUser['language']) => request('updateUser', { body: { language } }),
    onSuccess: setUser,
  });
}

/** Everything kept about the person; asked for on demand, never cached. Its variable says what it is for. */
export function useUserData(meta: { errorTitle: string }) {
  return useMutation({ mutationFn: (_format: 'json' | 'csv') => request('getUserData'), meta });
}

/** Makes a new e-mail address count, with the token that came by mail. */
export function useConfirmEmail() {
  const askAgain = useUserAgain();
  return useMutation({
    mutationFn: (body: Body<'confirmEmail'>) => request('confirmEmail', { body }),
    onSuccess: askAgain,
    meta: { handlesErrors: true },
  });
}

/** Undoes a change of e-mail address with the token that came by mail. */
export function useUndoEmailChange() {
  return useMutation({
    mutationFn: (body: Body<'undoEmailChange'>) => request('undoEmailChange', { body }),
    meta: { handlesErrors: true },
  });
}
