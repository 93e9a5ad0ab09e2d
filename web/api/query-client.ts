import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { userQuery } from './auth.ts';
import { keepFor, restoreLastUser } from './last-known.ts';
import { onRefusal } from './refusals.ts';
import { ApiError, isUnanswered } from './request.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows the error in its own place; no toast. */
      handlesErrors?: boolean;
      /** The toast's title in place of "Error". */
      errorTitle?: string;
    };
  }
}

const USER_HASH = hashKey(userQuery.queryKey);

let leaveRelease = () => {};

/** Sets what happens when the server refuses this page as too old (`client_outdated`). */
export function onClientOutdated(handle: () => void): void {
  leaveRelease = handle;
}

/** Any answer may say that the session has ended, the password must be changed first, or this page is too old. */
function followSession(error: Error): void {
  if (!(error instanceof ApiError)) return;
  if (error.code === 'client_outdated') leaveRelease();
  if (error.code === 'unauthenticated') queryClient.setQueryData(userQuery.queryKey, null);
  if (error.code === 'password_change_required') {
    void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  }
}

onRefusal(followSession);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      followSession(error);
      // The signal was lost before the page had anything to show.
      if (isUnanswered(error) && query.meta?.isKept && query.state.data === undefined) {
        void restoreLastUser(queryClient);
      }
    },
  }),
  mutationCache: new MutationCache({ onError: followSession }),
  defaultOptions: {
    // Nothing is asked again by itself except where a query polls (product.md §7).
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      // Trying and failing says more than waiting in silence; the browser's idea of "online" is often wrong.
      networkMode: 'always',
      staleTime: 0,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryHash !== USER_HASH || query.state.data === undefined) return;
  void keepFor(queryClient, query.state.data);
});
