/*
 * Pages that show something without a signal: what was last known, and what waits to be sent. The service worker keeps what
 * they load before anybody asks for it (`tools/build/precache.ts`). Sign-in and time tracking come with every page: people begin
 * there.
 */
import type { RouteObject } from 'react-router';
import { routePatterns } from '#domain/paths.ts';
import * as authPage from '#web/features/auth/auth-page.tsx';
import * as timeTrackingPage from '#web/features/time-tracking/time-tracking-page.tsx';
import { loadPage } from './load-page.ts';
import { handleOf, page } from './page-route.ts';

export const signInPages = page('auth', ['auth', 'validation'], async () => authPage);

/** The list stays mounted while messages open beside it: one page with two paths. */
const messagesPages: RouteObject = {
  lazy: () => loadPage(() => import('#web/features/messages/messages-page.tsx'), ['messages']),
  children: [...routePatterns('messages'), ...routePatterns('message')].map((path) => ({
    path,
    handle: handleOf('messages'),
    element: null,
  })),
};

/** Of everybody who is signed in. */
export const offlinePages = [
  ...page(
    'employee',
    ['employee-dashboard'],
    () => import('#web/features/dashboard/employee-dashboard-page.tsx'),
  ),
  ...page('timeTracking', ['time-tracking'], async () => timeTrackingPage),
  ...page(
    'workReports',
    ['work-reports', 'dates'],
    () => import('#web/features/work-reports/work-reports-page.tsx'),
  ),
  ...page(
    'myHours',
    ['own-time', 'time-entries', 'working-time', 'absences'],
    () => import('#web/features/hours/my-hours-page.tsx'),
  ),
  ...page('mySchedule', ['own-schedule'], () => import('#web/features/schedules/own-schedule-page.tsx')),
  messagesPages,
];

export const notFoundPage: RouteObject = {
  path: '*',
  lazy: () => loadPage(() => import('./not-found-page.tsx'), ['not-found']),
};
