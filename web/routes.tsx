import type { RouteObject } from 'react-router';
import { routePatterns } from '#domain/paths.ts';
import { adminPages, barePages } from './app/admin-pages.ts';
import { AppLayout } from './app/app-layout.tsx';
import { ErrorPage } from './app/error-page.tsx';
import { HomeRedirect, OfRole, Protected, ScanRedirect, SignedOutOnly } from './app/guards.tsx';
import { kioskPages } from './app/kiosk-pages.ts';
import { loadPage } from './app/load-page.ts';
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
  ...page(
    'employee',
    ['employee-dashboard'],
    () => import('./features/dashboard/employee-dashboard-page.tsx'),
  ),
  ...page('timeTracking', ['time-tracking'], () => import('./features/time-tracking/time-tracking-page.tsx')),
  ...page('workReports', ['work-reports'], () => import('./features/work-reports/work-reports-page.tsx')),
  ...page(
    'myHours',
    ['own-time', 'working-time', 'absences'],
    () => import('#web/features/hours/my-hours-page.tsx'),
  ),
  ...page('myMonth', ['own-time', 'working-time'], () => import('#web/features/hours/my-month-page.tsx')),
  ...page(
    'account',
    ['account', 'working-time', 'validation'],
    () => import('#web/features/identity/account-page.tsx'),
  ),
];

/** The list stays mounted while messages open beside it: one page with two paths. */
const messagesPages: RouteObject = {
  lazy: () => loadPage(() => import('./features/messages/messages-page.tsx'), ['messages']),
  children: [...routePatterns('messages'), ...routePatterns('message')].map((path) => ({
    path,
    handle: handleOf('messages'),
    element: null,
  })),
};

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
          {
            Component: SignedOutOnly,
            children: page('auth', ['auth', 'validation'], () => import('#web/features/auth/auth-page.tsx')),
          },
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
          { path: '*', lazy: () => loadPage(() => import('./app/not-found-page.tsx'), ['not-found']) },
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
                children: [...pagesForAll, messagesPages, { Component: OfRole, children: adminPages }],
              },
            ],
          },
          { Component: OfRole, children: barePages },
        ],
      },
    ],
  },
];
