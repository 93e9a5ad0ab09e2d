import type { RouteObject } from 'react-router';
import { routePatterns } from '#domain/paths.ts';
import { adminPages, barePages } from './app/admin-pages.ts';
import { AppLayout } from './app/app-layout.tsx';
import { ErrorPage } from './app/error-page.tsx';
import { HomeRedirect, OfRole, Protected, ScanRedirect, SignedOutOnly } from './app/guards.tsx';
import { kioskPages } from './app/kiosk-pages.ts';
import { loadPage } from './app/load-page.ts';
import { notFoundPage, offlinePages, signInPages } from './app/offline-pages.ts';
import { handleOf, page } from './app/page-route.ts';
import { PublicLayout } from './app/public-layout.tsx';
import { Root } from './app/root.tsx';
import { Starting } from './app/starting.tsx';

const pagesForAll = [
  ...routePatterns('scan').map((path) => ({
    path,
    handle: handleOf('timeTracking'),
    Component: ScanRedirect,
  })),
  ...page('myMonth', ['own-time', 'working-time'], () => import('#web/features/hours/my-month-page.tsx')),
  ...page(
    'account',
    ['account', 'working-time', 'validation'],
    () => import('#web/features/identity/account-page.tsx'),
  ),
];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Starting,
    children: [
      // The server renders the static landing page; this is for navigation inside the app, and for the back button.
      ...routePatterns('landing').map((path) => ({
        path,
        handle: handleOf('landing'),
        Component: HomeRedirect,
      })),
      {
        Component: PublicLayout,
        children: [
          { Component: SignedOutOnly, children: signInPages },
          ...page(
            'resetPassword',
            ['auth', 'auth-steps', 'validation'],
            () => import('#web/features/auth/reset-password-page.tsx'),
          ),
          ...page(
            'invitation',
            ['invitation', 'auth', 'auth-steps', 'validation'],
            () => import('#web/features/auth/invitation-page.tsx'),
          ),
          ...page(
            'restoreCompany',
            ['auth-steps'],
            () => import('#web/features/auth/restore-company-page.tsx'),
          ),
          ...page('confirmEmail', ['auth-steps'], () => import('#web/features/auth/confirm-email-page.tsx')),
          ...page('undoEmailChange', ['auth-steps'], () => import('#web/features/auth/undo-email-page.tsx')),
          ...page('stopReports', ['auth-steps'], () => import('#web/features/auth/stop-reports-page.tsx')),
          notFoundPage,
        ],
      },
      { lazy: () => loadPage(() => import('./app/kiosk-frame.tsx')), children: kioskPages },
      {
        Component: Protected,
        children: [
          {
            Component: AppLayout,
            // If a page crashes, the navigation stays.
            children: [
              {
                ErrorBoundary: ErrorPage,
                children: [...offlinePages, ...pagesForAll, { Component: OfRole, children: adminPages }],
              },
            ],
          },
          { Component: OfRole, children: barePages },
        ],
      },
    ],
  },
];
