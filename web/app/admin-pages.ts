/* Pages of administrators, managers, accountants: cached apart from employees' (tools/build/precache.ts). */
import { page } from './page-route.ts';

export const adminPages = [
  ...page('dashboard', ['dashboard'], () => import('./admin-dashboard-page.tsx')),
  ...page(
    'employees',
    ['employees', 'errors', 'validation'],
    () => import('../features/employees/employees-page.tsx'),
  ),
  ...page(
    'person',
    [
      'person',
      'employees',
      'hours',
      'dates',
      'absences',
      'time-entries',
      'working-time',
      'errors',
      'validation',
    ],
    () => import('../features/employees/person-page.tsx'),
  ),
  ...page(
    'locations',
    ['locations', 'errors', 'validation'],
    () => import('../features/locations/locations-page.tsx'),
  ),
  ...page(
    'reports',
    ['reports', 'overview', 'hours', 'dates', 'time-entries', 'working-time', 'validation'],
    () => import('./reports-page.tsx'),
  ),
  ...page(
    'corrections',
    ['corrections', 'flags', 'time-entries', 'working-time', 'dates', 'validation'],
    () => import('../features/corrections/corrections-page.tsx'),
  ),
  ...page(
    'crew',
    ['crew', 'time-tracking', 'dashboard'],
    () => import('../features/time-tracking/crew-page.tsx'),
  ),
  ...page(
    'kiosks',
    ['company', 'api-keys', 'webhooks', 'upgrade', 'dates', 'errors', 'validation'],
    () => import('../features/company/kiosks-page.tsx'),
  ),
  ...page(
    'absences',
    ['absences', 'absence-details', 'dates', 'time-entries', 'working-time', 'validation'],
    () => import('../features/absences/absences-page.tsx'),
  ),
  ...page(
    'schedule',
    ['schedules', 'hours', 'dates', 'validation', 'errors'],
    () => import('../features/schedules/schedule-page.tsx'),
  ),
  ...page(
    'settings',
    ['company', 'dates', 'validation'],
    () => import('../features/company/settings-page.tsx'),
  ),
  ...page(
    'settingsTime',
    ['company', 'work-rules', 'dates', 'validation'],
    () => import('../features/company/time-page.tsx'),
  ),
  ...page(
    'settingsAbsences',
    ['work-rules', 'dates', 'validation'],
    () => import('../features/company/absences-page.tsx'),
  ),
  ...page(
    'settingsPayroll',
    ['company', 'month-export', 'validation'],
    () => import('../features/company/payroll-page.tsx'),
  ),
  ...page(
    'settingsData',
    ['company', 'ai-endpoint', 'single-sign-on', 'upgrade', 'errors', 'validation'],
    () => import('../features/company/data-page.tsx'),
  ),
  ...page('subscription', ['subscription'], () => import('../features/subscription/subscription-page.tsx')),
  ...page('payment', ['subscription'], () => import('../features/subscription/payment-page.tsx')),
];

/** For printing, and for the roll-call outdoors: without navigation. */
export const barePages = [
  ...page('badges', ['employees'], () => import('../features/employees/badges-page.tsx')),
  ...page(
    'invitationSheets',
    ['employees', 'dates'],
    () => import('../features/employees/invitations-page.tsx'),
  ),
  ...page('locationPoster', ['locations'], () => import('../features/locations/poster-page.tsx')),
  ...page('privacyNotice', ['privacy-notice'], () => import('../features/company/privacy-notice-page.tsx')),
  ...page('rollCall', ['roll-call', 'dashboard'], () => import('#web/features/dashboard/roll-call-page.tsx')),
];
