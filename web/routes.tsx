import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { routePatterns } from '#domain/paths.ts';
import { ErrorPage } from './app/error-page.tsx';
import { AdminOnly, HomeRedirect, Protected, ScanRedirect, SignedOutOnly } from './app/guards.tsx';
import { loadPage } from './app/load-page.ts';
import { PublicLayout } from './app/public-layout.tsx';
import { type PageHandle, Root, type RoutedPage } from './app/root.tsx';
import { Starting } from './app/starting.tsx';
import type { Area } from './i18n/i18n.ts';

type PageModule = { Component: ComponentType };

/** A page under its path in every language; its code and its texts load side by side when it is first visited. */
const page = (name: RoutedPage, areas: Area[], load: () => Promise<PageModule>): RouteObject[] =>
  routePatterns(name).map((path) => ({ path, handle: handleOf(name), lazy: () => loadPage(load, areas) }));

const handleOf = (page: RoutedPage): PageHandle => ({ page });

const loadAppLayout = async () => ({ Component: (await import('./app/app-layout.tsx')).AppLayout });

const adminPages = [
  ...page('dashboard', ['dashboard'], () => import('./app/admin-dashboard-page.tsx')),
  ...page('employees', ['employees', 'validation'], () => import('./features/employees/employees-page.tsx')),
  ...page('locations', ['locations', 'validation'], () => import('./features/locations/locations-page.tsx')),
  ...page(
    'reports',
    ['reports', 'time-entries', 'working-time', 'validation'],
    () => import('./features/reports/reports-page.tsx'),
  ),
  ...page(
    'corrections',
    ['corrections', 'time-entries', 'working-time', 'validation'],
    () => import('./features/corrections/corrections-page.tsx'),
  ),
  ...page(
    'settings',
    ['company', 'ai-endpoint', 'api-keys', 'validation'],
    () => import('./features/company/settings-page.tsx'),
  ),
  ...page('subscription', ['subscription'], () => import('./features/subscription/subscription-page.tsx')),
  ...page('payment', ['subscription'], () => import('./features/subscription/payment-page.tsx')),
];

const pagesForAll = [
  ...routePatterns('scan').map((path) => ({
    path,
    handle: handleOf('timeTracking'),
    Component: ScanRedirect,
  })),
  ...page('employee', ['dashboard'], () => import('./features/dashboard/employee-dashboard-page.tsx')),
  ...page('timeTracking', ['time-tracking'], () => import('./features/time-tracking/time-tracking-page.tsx')),
  ...page('workReports', ['work-reports'], () => import('./features/work-reports/work-reports-page.tsx')),
  ...page('myHours', ['own-time', 'working-time'], () => import('./features/own-time/my-hours-page.tsx')),
  ...page('myMonth', ['own-time', 'working-time'], () => import('./features/own-time/my-month-page.tsx')),
  ...page(
    'account',
    ['account', 'working-time', 'validation'],
    () => import('./features/account/account-page.tsx'),
  ),
];

/** The list stays where it is while one message after another opens beside it: one page with two paths. */
const messagesPages: RouteObject = {
  lazy: () => loadPage(() => import('./features/messages/messages-page.tsx'), ['messages']),
  children: [...routePatterns('messages'), ...routePatterns('message')].map((path) => ({
    path,
    handle: handleOf('messages'),
    element: null,
  })),
};

/** For the wall, for paper and for outdoors: without navigation. */
const barePages = [
  ...page('locationPoster', ['locations'], () => import('./features/locations/poster-page.tsx')),
  ...page('privacyNotice', ['privacy-notice'], () => import('./features/company/privacy-notice-page.tsx')),
  ...page('rollCall', ['roll-call', 'dashboard'], () => import('./features/roll-call/roll-call-page.tsx')),
];

const monthPrintPages = page(
  'myMonthPrint',
  ['own-time', 'working-time'],
  () => import('./features/own-time/month-print-page.tsx'),
);

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Starting,
    children: [
      // The server answers with the static landing page; this is for a step inside the app, and for the way back.
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
            children: page('auth', ['auth', 'validation'], () => import('./features/auth/auth-page.tsx')),
          },
          ...page(
            'resetPassword',
            ['auth', 'auth-steps', 'validation'],
            () => import('./features/auth/reset-password-page.tsx'),
          ),
          ...page('restoreCompany', ['auth-steps'], () => import('./features/auth/restore-company-page.tsx')),
          ...page('confirmEmail', ['auth-steps'], () => import('./features/auth/confirm-email-page.tsx')),
          ...page('undoEmailChange', ['auth-steps'], () => import('./features/auth/undo-email-page.tsx')),
          { path: '*', lazy: () => loadPage(() => import('./app/not-found-page.tsx'), ['not-found']) },
        ],
      },
      {
        Component: Protected,
        children: [
          {
            lazy: () => loadPage(loadAppLayout),
            // An error of a page leaves the navigation standing.
            children: [
              {
                ErrorBoundary: ErrorPage,
                children: [...pagesForAll, messagesPages, { Component: AdminOnly, children: adminPages }],
              },
            ],
          },
          ...monthPrintPages,
          { Component: AdminOnly, children: barePages },
        ],
      },
    ],
  },
];
