/*
 * The sign-in page as HTML, which the build puts into the page that the server sends to people who are signed out: they
 * see and use the form while the app's code is on its way. `main.tsx` hydrates it, so both render the same routes.
 */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { SIGN_IN_MODES, type SignInMode } from '#domain/sign-in.ts';
import { queryClient } from '#web/call/query-client.ts';
import { userQuery } from '#web/call/user.ts';
import { Providers } from './app/providers.tsx';
import { startI18n } from './i18n/i18n.ts';
import { routes } from './routes.tsx';

/** Renders each form of the sign-in page. One language after another, because the texts have one language at a time. */
export async function renderSignIn(language: Language): Promise<Record<SignInMode, string>> {
  await startI18n(language);
  queryClient.setQueryData(userQuery.queryKey, null);
  const markup = {} as Record<SignInMode, string>;
  for (const mode of SIGN_IN_MODES)
    markup[mode] = await renderAt(`${pathFor('auth', language)}?mode=${mode}`);
  return markup;
}

async function renderAt(path: string): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, 'https://origin.invalid')));
  if (context instanceof Response) throw new Error(`${path} is not a page`);
  return renderToString(
    <StrictMode>
      <Providers>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </StrictMode>,
  );
}
