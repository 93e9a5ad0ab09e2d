/* The keys that `t` takes: one line for each file in `locales/en/`. */
import 'i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    defaultVariables: { product: string };
    resources: {
      account: typeof import('../../locales/en/account.json')['default'];
      'ai-endpoint': typeof import('../../locales/en/ai-endpoint.json')['default'];
      'ai-reports': typeof import('../../locales/en/ai-reports.json')['default'];
      'api-keys': typeof import('../../locales/en/api-keys.json')['default'];
      ask: typeof import('../../locales/en/ask.json')['default'];
      auth: typeof import('../../locales/en/auth.json')['default'];
      'auth-steps': typeof import('../../locales/en/auth-steps.json')['default'];
      common: typeof import('../../locales/en/common.json')['default'];
      company: typeof import('../../locales/en/company.json')['default'];
      confirmation: typeof import('../../locales/en/confirmation.json')['default'];
      corrections: typeof import('../../locales/en/corrections.json')['default'];
      dashboard: typeof import('../../locales/en/dashboard.json')['default'];
      employees: typeof import('../../locales/en/employees.json')['default'];
      errors: typeof import('../../locales/en/errors.json')['default'];
      'first-steps': typeof import('../../locales/en/first-steps.json')['default'];
      locations: typeof import('../../locales/en/locations.json')['default'];
      messages: typeof import('../../locales/en/messages.json')['default'];
      nav: typeof import('../../locales/en/nav.json')['default'];
      'not-found': typeof import('../../locales/en/not-found.json')['default'];
      'own-time': typeof import('../../locales/en/own-time.json')['default'];
      'privacy-notice': typeof import('../../locales/en/privacy-notice.json')['default'];
      pwa: typeof import('../../locales/en/pwa.json')['default'];
      reports: typeof import('../../locales/en/reports.json')['default'];
      'roll-call': typeof import('../../locales/en/roll-call.json')['default'];
      'sign-up': typeof import('../../locales/en/sign-up.json')['default'];
      subscription: typeof import('../../locales/en/subscription.json')['default'];
      'time-entries': typeof import('../../locales/en/time-entries.json')['default'];
      'time-tracking': typeof import('../../locales/en/time-tracking.json')['default'];
      validation: typeof import('../../locales/en/validation.json')['default'];
      'work-reports': typeof import('../../locales/en/work-reports.json')['default'];
      'working-time': typeof import('../../locales/en/working-time.json')['default'];
    };
  }
}
