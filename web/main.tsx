import './styles/app.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '#web/call/query-client.ts';
import { watchPointer } from '#web/call/steady.ts';
import { userQuery } from '#web/call/user.ts';
import { Providers } from './app/providers.tsx';
import { startI18n } from './i18n/i18n.ts';
import { detectLanguage } from './i18n/language.ts';
import { earlierInstallPrompt, takeOver } from './loading/before-code.ts';
import { watchInstall } from './pwa/install.ts';
import { routes } from './routes.tsx';

watchInstall(earlierInstallPrompt());
watchPointer();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
// The back/forward cache may restore the page of a person who has signed out since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  root.hidden = true;
  location.reload();
});

/** Without a top-level `await`: the chunks with texts import this one and would wait for it forever. */
async function start(container: HTMLElement): Promise<void> {
  // Requested early, while the page's code is still loading.
  const texts = startI18n(detectLanguage());
  // The server sends the page with the sign-in form in it to people who are signed out, and to nobody else.
  const isSignIn = container.hasChildNodes();
  if (isSignIn) queryClient.setQueryData(userQuery.queryKey, null);
  else void queryClient.prefetchQuery(userQuery);
  await texts;
  const router = createBrowserRouter(routes);
  const app = (
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
  if (!isSignIn) return createRoot(container).render(app);
  // React takes over what is on screen once the page's own code is there, in small steps, because somebody may be typing.
  const hydrate = () => {
    takeOver();
    startTransition(() => void hydrateRoot(container, app));
  };
  if (router.state.initialized) return hydrate();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    hydrate();
  });
}

void start(root);
