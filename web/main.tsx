import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { userQuery } from './api/auth.ts';
import { queryClient } from './api/query-client.ts';
import { Providers } from './app/providers.tsx';
import { startI18n } from './i18n/i18n.ts';
import { detectLanguage } from './i18n/language.ts';
import { watchInstall } from './pwa/install.ts';
import { routes } from './routes.tsx';

watchInstall();
// Requested early, while the page's code is still loading.
const texts = startI18n(detectLanguage());
void queryClient.prefetchQuery(userQuery);
await texts;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
// The back/forward cache may restore the page of a person who has signed out since.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  root.hidden = true;
  location.reload();
});
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
