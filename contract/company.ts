import * as z from 'zod/mini';
import { PLAN_IDS, SUBSCRIPTION_STATUSES } from '#domain/plans.ts';
import { MAX_RETENTION_YEARS, MIN_RETENTION_YEARS, RETENTION_STARTS } from '#domain/retention.ts';
import { MAX_GRACE_MINUTES, MAX_NOTICE_DAYS } from '#domain/schedule-settings.ts';
import {
  MAX_LATE_SCAN_HOURS,
  MAX_LONGEST_SHIFT_HOURS,
  MIN_LATE_SCAN_HOURS,
  MIN_LONGEST_SHIFT_HOURS,
} from '#domain/shifts.ts';
import { language } from './auth.ts';
import { get, post, put } from './endpoint.ts';
import {
  clearableText,
  clockTime,
  emailField,
  empty,
  id,
  instant,
  nameText,
  requiredText,
} from './fields.ts';

const longestShiftHours = z
  .number('longestShift')
  .check(
    z.int('longestShift'),
    z.minimum(MIN_LONGEST_SHIFT_HOURS, 'longestShift'),
    z.maximum(MAX_LONGEST_SHIFT_HOURS, 'longestShift'),
  );

const lateScanHours = z
  .number('lateScanHours')
  .check(
    z.int('lateScanHours'),
    z.minimum(MIN_LATE_SCAN_HOURS, 'lateScanHours'),
    z.maximum(MAX_LATE_SCAN_HOURS, 'lateScanHours'),
  );

const noticeDays = z.nullable(
  z
    .number('noticeDays')
    .check(z.int('noticeDays'), z.minimum(0, 'noticeDays'), z.maximum(MAX_NOTICE_DAYS, 'noticeDays')),
);

const graceMinutes = z
  .number('graceMinutes')
  .check(z.int('graceMinutes'), z.minimum(0, 'graceMinutes'), z.maximum(MAX_GRACE_MINUTES, 'graceMinutes'));

const retentionYears = z
  .number('retentionYears')
  .check(
    z.int('retentionYears'),
    z.minimum(MIN_RETENTION_YEARS, 'retentionYears'),
    z.maximum(MAX_RETENTION_YEARS, 'retentionYears'),
  );
const retentionFrom = z.enum(RETENTION_STARTS, 'invalid');

/** Who may get the digest besides the owner. */
const MAX_DIGEST_RECIPIENTS = 5;
const digestRecipients = z.array(z.string('email').check(z.trim()), 'invalid').check(
  z.maxLength(MAX_DIGEST_RECIPIENTS, { error: 'tooMany', abort: true }),
  // Told of the whole list: the form has one field for it.
  z.refine((emails) => emails.every((email) => emailField.safeParse(email).success), 'email'),
  z.refine(
    (emails) => new Set(emails.map((email) => email.toLowerCase())).size === emails.length,
    'sameAddress',
  ),
);

const BOARD_NAMES = ['names', 'initials'] as const;
/** What the wall view shows of people. */
const boardNames = z.enum(BOARD_NAMES, 'invalid');

/** What is absent stays as it is. */
const companySettingsInput = z.object({
  name: z.optional(nameText('companyNameRequired')),
  registrationNo: z.optional(clearableText(50)),
  /** Where the company is reached. The old address is told about a change. */
  email: z.optional(emailField),
  address: z.optional(clearableText(200)),
  phone: z.optional(clearableText(50)),
  /** IANA name; changing it moves the midnights of everything not stored as an instant. */
  timezone: z.optional(requiredText('timeZone', 64)),
  language: z.optional(language),
  /** Hours after which an open entry needs attention. */
  longestShiftHours: z.optional(longestShiftHours),
  /** Hours after which a scan that arrives late awaits approval. */
  lateScanHours: z.optional(lateScanHours),
  /** How many days before a shift it is made known; null: as the law of the country says (schedules.md §3). */
  noticeDays: z.optional(noticeDays),
  /** Minutes after the start of a planned shift from which on somebody is late (schedules.md §2). */
  graceMinutes: z.optional(graceMinutes),
  /** A mail to managers about people who have not come to a planned shift (schedules.md §2). */
  sendsNotHere: z.optional(z.boolean('invalid')),
  /** A mail to people about what was published for them (schedules.md §4). */
  sendsSchedules: z.optional(z.boolean('invalid')),
  /** Between them nobody who is not at work gets notifications; the same time twice: no quiet hours. */
  quietFrom: z.optional(clockTime),
  quietTo: z.optional(clockTime),
  /** A daily mail to the owner and the `digestRecipients` with the ledger's last hash. */
  sendsDigest: z.optional(z.boolean('invalid')),
  /** Further addresses, such as the accountant's. */
  digestRecipients: z.optional(digestRecipients),
  /** How long personal records are kept (domain/retention.ts). */
  retentionYears: z.optional(retentionYears),
  retentionFrom: z.optional(retentionFrom),
  boardNames: z.optional(boardNames),
});

export const companySettings = z.object({
  id,
  createdAt: instant,
  subscriptionPlan: z.enum(PLAN_IDS),
  subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES),
  trialEndsAt: instant,
  /** Of the payment provider, once it knows the company; always null for an API key. */
  providerCustomerId: z.nullable(z.string()),
  providerSubscriptionId: z.nullable(z.string()),
  /** By it and an employee number people without an e-mail address sign in. */
  code: z.string(),
  name: z.string(),
  registrationNo: z.nullable(z.string()),
  email: z.string(),
  address: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  timezone: z.string(),
  language,
  longestShiftHours: z.number(),
  lateScanHours: z.number(),
  noticeDays: z.nullable(z.number()),
  graceMinutes: z.number(),
  sendsNotHere: z.boolean(),
  sendsSchedules: z.boolean(),
  quietFrom: z.string(),
  quietTo: z.string(),
  sendsDigest: z.boolean(),
  digestRecipients: z.array(z.string()),
  retentionYears: z.number(),
  retentionFrom,
  boardNames,
  /** After the retention was shortened: nothing is erased before this instant. */
  erasureNotBefore: z.nullable(instant),
});
export type CompanySettings = z.infer<typeof companySettings>;

const confirmation = z.object({
  isConfirmed: z.boolean(),
  /** The owner's address, which the link was sent to. */
  email: z.string(),
  /** How many mails wait for it. */
  waiting: z.number(),
  /** The addresses they go to, each once. */
  recipients: z.array(z.string()),
});

export const companyEndpoints = {
  getCompany: get('/api/company', 'admin', { reads: ['company'], apiKey: true, response: companySettings }),
  /** A change of time zone, longest shift, late scans, notice, grace or retention is recorded in the ledger. */
  updateCompany: put('/api/company', 'admin', {
    changes: ['everything'],
    audit: 'company.changed',
    body: companySettingsInput,
    response: companySettings,
    throws: ['email_unconfirmed'],
  }),
  /** Makes a new code for sign-in; the old one ends at once. */
  renewCompanyCode: post('/api/company/code', 'admin', {
    changes: ['company', 'user'],
    audit: 'company.code-renewed',
    response: companySettings,
  }),
  /** Until the owner has confirmed the address of sign-up, mails to anybody else wait. */
  getConfirmation: get('/api/company/confirmation', 'admin', { reads: ['company'], response: confirmation }),
  /** Mails the owner the link again; 5 times a day. */
  resendConfirmation: post('/api/company/confirmation', 'admin', {
    audit: 'company.confirmation-sent',
    response: empty,
  }),
};
