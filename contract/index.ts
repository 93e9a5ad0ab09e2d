import type * as z from 'zod/mini';
import { absencesEndpoints } from './absences.ts';
import { aiEndpointEndpoints } from './ai-endpoint.ts';
import { aiReportsEndpoints } from './ai-reports.ts';
import { apiKeysEndpoints } from './api-keys.ts';
import { approvalsEndpoints } from './approvals.ts';
import { askEndpoints } from './ask.ts';
import { authEndpoints } from './auth.ts';
import { badgesEndpoints } from './badges.ts';
import { companyEndpoints } from './company.ts';
import { companyDeletionEndpoints } from './company-deletion.ts';
import { contactEndpoints } from './contact.ts';
import { correctionsEndpoints } from './corrections.ts';
import { crewEndpoints } from './crew.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { demoEndpoints } from './demo.ts';
import { employeesEndpoints } from './employees.ts';
import type { Endpoint } from './endpoint.ts';
import { flagsEndpoints } from './flags.ts';
import { hoursEndpoints } from './hours.ts';
import { identityEndpoints } from './identity.ts';
import { invitationsEndpoints } from './invitations.ts';
import { kiosksEndpoints } from './kiosks.ts';
import { ledgerEndpoints } from './ledger.ts';
import { liveEndpoints } from './live.ts';
import { locationsEndpoints } from './locations.ts';
import { messagesEndpoints } from './messages.ts';
import { monthsEndpoints } from './months.ts';
import { ownDataEndpoints } from './own-data.ts';
import { privacyEndpoints } from './privacy.ts';
import { pushEndpoints } from './push.ts';
import { reportsEndpoints } from './reports.ts';
import { schedulesEndpoints } from './schedules.ts';
import { sheetsEndpoints } from './sheets.ts';
import { shiftsEndpoints } from './shifts.ts';
import { singleSignOnEndpoints } from './single-sign-on.ts';
import { subscriptionEndpoints } from './subscription.ts';
import { timeEntriesEndpoints } from './time-entries.ts';
import { timeTrackingEndpoints } from './time-tracking.ts';
import { webhooksEndpoints } from './webhooks.ts';
import { workReportsEndpoints } from './work-reports.ts';
import { workRulesEndpoints } from './work-rules.ts';

/** Every endpoint. */
export const contract = {
  ...authEndpoints,
  ...ownDataEndpoints,
  ...identityEndpoints,
  ...employeesEndpoints,
  ...invitationsEndpoints,
  ...locationsEndpoints,
  ...timeTrackingEndpoints,
  ...correctionsEndpoints,
  ...timeEntriesEndpoints,
  ...absencesEndpoints,
  ...monthsEndpoints,
  ...approvalsEndpoints,
  ...sheetsEndpoints,
  ...shiftsEndpoints,
  ...schedulesEndpoints,
  ...crewEndpoints,
  ...flagsEndpoints,
  ...hoursEndpoints,
  ...ledgerEndpoints,
  ...workReportsEndpoints,
  ...messagesEndpoints,
  ...dashboardEndpoints,
  ...liveEndpoints,
  ...pushEndpoints,
  ...reportsEndpoints,
  ...aiReportsEndpoints,
  ...askEndpoints,
  ...apiKeysEndpoints,
  ...webhooksEndpoints,
  ...singleSignOnEndpoints,
  ...companyEndpoints,
  ...companyDeletionEndpoints,
  ...workRulesEndpoints,
  ...privacyEndpoints,
  ...aiEndpointEndpoints,
  ...subscriptionEndpoints,
  ...contactEndpoints,
  ...demoEndpoints,
  ...kiosksEndpoints,
  ...badgesEndpoints,
} satisfies Record<string, Endpoint>;

type Contract = typeof contract;
export type EndpointName = keyof Contract;
/** A part that may be absent may be left out. */
type Sent<P extends string, Value> = undefined extends Value ? Partial<Record<P, Value>> : Record<P, Value>;
type Part<K extends EndpointName, P extends 'params' | 'query' | 'body', Direction extends 'in' | 'out'> =
  Contract[K] extends Record<P, infer S extends z.ZodMiniType>
    ? Direction extends 'in'
      ? Sent<P, z.input<S>>
      : Record<P, z.output<S>>
    : unknown;

/** A file as the body: a `Blob` of one of the types. */
type Upload<K extends EndpointName, File> = Contract[K] extends { upload: unknown }
  ? { file: File }
  : unknown;

/** What a caller sends. */
export type EndpointInput<K extends EndpointName> = Part<K, 'params', 'in'> &
  Part<K, 'query', 'in'> &
  Part<K, 'body', 'in'> &
  Upload<K, { readonly type: string; readonly size: number }>;

/** What the server's code receives after validation. */
export type EndpointRequest<K extends EndpointName> = Part<K, 'params', 'out'> &
  Part<K, 'query', 'out'> &
  Part<K, 'body', 'out'> &
  Upload<K, Uint8Array>;

/** What the endpoint returns on success. */
export type EndpointResponse<K extends EndpointName> = z.output<Contract[K]['response']>;
