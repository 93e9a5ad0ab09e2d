import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { keepFor, restoreLastUser } from './last-known.ts';
import { onRefusal } from './refusals.ts';
import { ApiError, isUnanswered } from './request.ts';
import { noteSignedOut, userQuery } from './user.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows the error itself; no toast. */
      handlesErrors?: boolean;
      /** The toast's title instead of "Error". */
      errorTitle?: string;
    };
  }
}

const USER_HASH = hashKey(userQuery.queryKey);

let handleOutdated = () => {};

/** Sets the handler for `client_outdated`: the server refuses this page as too old. */
export function onClientOutdated(handle: () => void): void {
  handleOutdated = handle;
}

/** Any response may say that the session ended, the password must be changed, or this page is too old. */
function followSession(error: Error): void {
  if (!(error instanceof ApiError)) return;
  if (error.code === 'client_outdated') handleOutdated();
  if (error.code === 'unauthenticated') noteSignedOut(queryClient);
  if (error.code === 'password_change_required') {
    void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  }
}

onRefusal(followSession);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      followSession(error);
      // The connection was lost before the page had anything to show.
      if (isUnanswered(error) && query.meta?.isKept && query.state.data === undefined) {
        void restoreLastUser(queryClient);
      }
    },
  }),
  mutationCache: new MutationCache({ onError: followSession }),
  defaultOptions: {
    // Queries are not refetched automatically unless they poll (product.md §7).
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      // Always tries: a failure is clearer than silent waiting, and the browser's online state is often wrong.
      networkMode: 'always',
      staleTime: 0,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Who is signed in is known before the page observes it, which may take long on a slow phone or after a clock's jump.
queryClient.setQueryDefaults(userQuery.queryKey, { gcTime: Number.POSITIVE_INFINITY });
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryHash !== USER_HASH || query.state.data === undefined) return;
  void keepFor(queryClient, query.state.data);
});
