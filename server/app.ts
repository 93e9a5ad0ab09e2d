import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { absencesEndpoints } from '#contract/absences.ts';
import { aiEndpointEndpoints } from '#contract/ai-endpoint.ts';
import { aiReportsEndpoints } from '#contract/ai-reports.ts';
import { apiKeysEndpoints } from '#contract/api-keys.ts';
import { approvalsEndpoints } from '#contract/approvals.ts';
import { askEndpoints } from '#contract/ask.ts';
import { authEndpoints } from '#contract/auth.ts';
import { badgesEndpoints } from '#contract/badges.ts';
import { companyEndpoints } from '#contract/company.ts';
import { companyDeletionEndpoints } from '#contract/company-deletion.ts';
import { contactEndpoints } from '#contract/contact.ts';
import { correctionsEndpoints } from '#contract/corrections.ts';
import { crewEndpoints } from '#contract/crew.ts';
import { dashboardEndpoints } from '#contract/dashboard.ts';
import { demoEndpoints } from '#contract/demo.ts';
import { employeesEndpoints } from '#contract/employees.ts';
import { flagsEndpoints } from '#contract/flags.ts';
import { hoursEndpoints } from '#contract/hours.ts';
import { identityEndpoints } from '#contract/identity.ts';
import { invitationsEndpoints } from '#contract/invitations.ts';
import { kiosksEndpoints } from '#contract/kiosks.ts';
import { ledgerEndpoints } from '#contract/ledger.ts';
import { liveEndpoints } from '#contract/live.ts';
import { locationsEndpoints } from '#contract/locations.ts';
import { messagesEndpoints } from '#contract/messages.ts';
import { monthsEndpoints } from '#contract/months.ts';
import { ownDataEndpoints } from '#contract/own-data.ts';
import { privacyEndpoints } from '#contract/privacy.ts';
import { pushEndpoints } from '#contract/push.ts';
import { reportsEndpoints } from '#contract/reports.ts';
import { schedulesEndpoints } from '#contract/schedules.ts';
import { sheetsEndpoints } from '#contract/sheets.ts';
import { shiftsEndpoints } from '#contract/shifts.ts';
import { singleSignOnEndpoints } from '#contract/single-sign-on.ts';
import { subscriptionEndpoints } from '#contract/subscription.ts';
import { timeEntriesEndpoints } from '#contract/time-entries.ts';
import { timeTrackingEndpoints } from '#contract/time-tracking.ts';
import { webhooksEndpoints } from '#contract/webhooks.ts';
import { workReportsEndpoints } from '#contract/work-reports.ts';
import { workRulesEndpoints } from '#contract/work-rules.ts';
import { preferredLanguage } from '#domain/languages.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import type { Services } from './context.ts';
import * as demo from './demo/shared-demo.ts';
import * as absences from './features/absences/absences.service.ts';
import {
  createAbsence,
  deleteAbsence,
  requestAbsenceChange,
  updateAbsence,
} from './features/absences/absences.service.ts';
import * as aiEndpoint from './features/ai-endpoint/ai-endpoint.service.ts';
import * as aiReports from './features/ai-reports/ai-reports.service.ts';
import * as apiKeys from './features/api-keys/api-keys.service.ts';
import * as approvals from './features/approvals/approvals.service.ts';
import * as ask from './features/ask/ask.service.ts';
import { mountMcp } from './features/ask/mcp.ts';
import * as signIn from './features/auth/sign-in.service.ts';
import * as badges from './features/badges/badges.service.ts';
import * as company from './features/company/company.service.ts';
import * as confirmation from './features/company/confirmation.service.ts';
import * as companyDeletion from './features/company-deletion/company-deletion.service.ts';
import * as contact from './features/contact/contact.service.ts';
import * as corrections from './features/corrections/corrections.service.ts';
import { absenceRequests, pendingRequests } from './features/corrections/corrections.service.ts';
import * as crew from './features/crew/crew.service.ts';
import * as dashboard from './features/dashboard/dashboard.service.ts';
import * as emailChanges from './features/employees/email-changes.service.ts';
import * as employeeImport from './features/employees/employee-import.service.ts';
import * as employees from './features/employees/employees.service.ts';
import * as employment from './features/employees/employment.service.ts';
import * as invitations from './features/employees/invitations.service.ts';
import * as pins from './features/employees/pins.service.ts';
import * as secondFactorReset from './features/employees/second-factor-reset.service.ts';
import * as flags from './features/flags/flags.service.ts';
import * as hours from './features/hours/hours.service.ts';
import * as passkeys from './features/identity/passkeys.service.ts';
import * as secondFactor from './features/identity/second-factor.service.ts';
import * as links from './features/invitations/invitations.service.ts';
import * as kioskPeople from './features/kiosks/kiosk-people.service.ts';
import * as kiosks from './features/kiosks/kiosks.service.ts';
import * as ledger from './features/ledger/ledger.service.ts';
import * as live from './features/live/live.service.ts';
import * as locationImport from './features/locations/location-import.service.ts';
import * as locations from './features/locations/locations.service.ts';
import * as messages from './features/messages/messages.service.ts';
import * as months from './features/months/months.service.ts';
import * as ownData from './features/own-data/own-data.service.ts';
import * as privacy from './features/privacy/privacy.service.ts';
import * as push from './features/push/push.service.ts';
import { mountOneClickStop } from './features/reports/one-click-stop.ts';
import * as output from './features/reports/output.service.ts';
import * as reportFiles from './features/reports/report-files.service.ts';
import * as reportSubscriptions from './features/reports/subscriptions.service.ts';
import * as expected from './features/schedules/expected.service.ts';
import * as scheduleFeed from './features/schedules/feed.service.ts';
import * as publishing from './features/schedules/publishing.service.ts';
import * as scheduleFile from './features/schedules/schedule-file.service.ts';
import { importSchedule } from './features/schedules/schedule-import.service.ts';
import * as schedules from './features/schedules/schedules.service.ts';
import * as sheetSettings from './features/sheets/sheet-settings.service.ts';
import * as sheets from './features/sheets/sheets.service.ts';
import * as shifts from './features/shifts/shifts.service.ts';
import { mountSingleSignOn } from './features/single-sign-on/callback.ts';
import * as singleSignOn from './features/single-sign-on/single-sign-on.service.ts';
import * as billing from './features/subscription/billing.service.ts';
import { mountStripeWebhook } from './features/subscription/stripe-webhook.ts';
import * as subscription from './features/subscription/subscription.service.ts';
import * as hoursExplanation from './features/time-entries/hours-explanation.service.ts';
import * as timeEntries from './features/time-entries/time-entry-changes.service.ts';
import * as breaks from './features/time-tracking/breaks.service.ts';
import * as missingCheckOuts from './features/time-tracking/missing-check-outs.service.ts';
import * as timeTracking from './features/time-tracking/time-tracking.service.ts';
import * as undo from './features/time-tracking/undo-check-out.service.ts';
import * as webhooks from './features/webhooks/webhooks.service.ts';
import * as workReports from './features/work-reports/work-reports.service.ts';
import * as workRules from './features/work-rules/work-rules.service.ts';
import { AppError } from './platform/errors.ts';
import { mountApiDocs } from './platform/http/api-docs.ts';
import { bindEndpoints } from './platform/http/bind.ts';
import { answerError } from './platform/http/error-handler.ts';
import { type Handlers, serve } from './platform/http/handler.ts';
import { mountHealth } from './platform/http/health.ts';
import { mountMetrics } from './platform/http/metrics-page.ts';
import { answerParserError } from './platform/http/parser-errors.ts';
import { createRequestLimits } from './platform/http/request-limits.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { serializerCompiler } from './platform/http/serializer.ts';
import { mountWeb } from './platform/http/web-app.ts';
import { createStreams } from './platform/live/event-stream.ts';
import { mountDevMailbox } from './platform/mail/dev-mailbox.ts';

/** An endpoint is answered by the function with its name. */
const handlers: Handlers = {
  ...serve(authEndpoints, signIn),
  ...serve(invitationsEndpoints, links),
  ...serve(identityEndpoints, { ...secondFactor, ...secondFactorReset, ...passkeys, ...signIn }),
  ...serve(ownDataEndpoints, ownData),
  ...serve(employeesEndpoints, {
    ...employees,
    ...employeeImport,
    ...employment,
    ...emailChanges,
    ...invitations,
  }),
  ...serve(locationsEndpoints, { ...locations, ...locationImport }),
  ...serve(timeTrackingEndpoints, { ...timeTracking, ...breaks, ...missingCheckOuts, ...undo }),
  ...serve(correctionsEndpoints, corrections),
  ...serve(timeEntriesEndpoints, {
    ...hoursExplanation,
    getTimeEntry: timeEntries.getTimeEntry,
    createTimeEntry: timeEntries.createTimeEntry,
    updateTimeEntry: timeEntries.updateTimeEntry(pendingRequests),
    deleteTimeEntry: timeEntries.deleteTimeEntry(pendingRequests),
  }),
  ...serve(absencesEndpoints, {
    ...absences,
    createAbsence: createAbsence(absenceRequests),
    requestAbsenceChange: requestAbsenceChange(absenceRequests),
    updateAbsence: updateAbsence(absenceRequests),
    deleteAbsence: deleteAbsence(absenceRequests),
  }),
  ...serve(monthsEndpoints, { ...months, ...hours }),
  ...serve(approvalsEndpoints, approvals),
  ...serve(hoursEndpoints, hours),
  ...serve(sheetsEndpoints, { ...sheets, ...sheetSettings }),
  ...serve(shiftsEndpoints, shifts),
  ...serve(schedulesEndpoints, {
    ...schedules,
    ...publishing,
    ...expected,
    ...scheduleFeed,
    ...scheduleFile,
    importSchedule,
  }),
  ...serve(crewEndpoints, crew),
  ...serve(flagsEndpoints, flags),
  ...serve(ledgerEndpoints, ledger),
  ...serve(workReportsEndpoints, workReports),
  ...serve(messagesEndpoints, messages),
  ...serve(dashboardEndpoints, dashboard),
  ...serve(liveEndpoints, live),
  ...serve(pushEndpoints, push),
  ...serve(reportsEndpoints, { ...reportFiles, ...output, ...reportSubscriptions }),
  ...serve(aiReportsEndpoints, aiReports),
  ...serve(askEndpoints, ask),
  ...serve(apiKeysEndpoints, apiKeys),
  ...serve(webhooksEndpoints, webhooks),
  ...serve(singleSignOnEndpoints, singleSignOn),
  ...serve(companyEndpoints, { ...company, ...confirmation }),
  ...serve(companyDeletionEndpoints, companyDeletion),
  ...serve(workRulesEndpoints, workRules),
  ...serve(privacyEndpoints, privacy),
  ...serve(aiEndpointEndpoints, aiEndpoint),
  ...serve(subscriptionEndpoints, { ...subscription, ...billing }),
  ...serve(contactEndpoints, contact),
  ...serve(demoEndpoints, demo),
  ...serve(kiosksEndpoints, { ...kiosks, ...kioskPeople }),
  ...serve(badgesEndpoints, { ...badges, ...pins }),
};

/** Bytes of a request's body; the longest legal one is a few kilobytes. */
const bodyLimit = 256 * 1024;

const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  answerError(error, request, reply, translator(preferredLanguage(request.headers['accept-language'])));

/** The whole server but its port: every endpoint of the contract, health, API docs and, from `webDir`, the web app. */
export async function buildApp(services: Services, webDir?: string): Promise<FastifyInstance> {
  const { config } = services;
  const loggerInstance: FastifyBaseLogger = services.log;
  const headers = securityHeaders(config.publicUrl);
  const app = fastify({
    loggerInstance,
    // One line for each answer, below; the default lines hold addresses of people and codes in query strings.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    bodyLimit,
    // Who sends slower than this holds a connection that others need.
    requestTimeout: 30_000,
    // Nor may a connection stand still while an answer is under way; that of a language model may take its time.
    connectionTimeout: 120_000 + Math.ceil(config.ai?.timeoutMs ?? 0),
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerParserError,
    // An address that cannot be read comes to no hook, which would set these.
    frameworkErrors: (error, request, reply) => answer(error, request, reply.headers(headers)),
  });
  // Fastify reads plain text as well, which no endpoint takes.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(headers);
  });
  let isClosing = false;
  const streams = createStreams(services.changes);
  app.addHook('preClose', async () => {
    isClosing = true;
    streams.endAll();
  });
  app.addHook('onSend', async (_request, reply) => {
    // Kept alive, the connection of a request that was under way would hold up the stop.
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const { statusCode, elapsedTime } = reply;
    services.metrics.answered(method, routeOptions.url ?? 'none', statusCode, elapsedTime / 1000);
    const level = statusCode >= 500 ? 'error' : routeOptions.url?.startsWith('/api/') ? 'info' : 'debug';
    request.log[level](
      { method, route: routeOptions.url, status: statusCode, ms: Math.round(elapsedTime) },
      'answered',
    );
  });
  app.setErrorHandler(answer);
  app.setNotFoundHandler(() => {
    throw new AppError('not_found');
  });

  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });

  const limits = createRequestLimits(config.rateLimitFactor);
  await mountApiDocs(app, config.publicUrl, limits);
  mountHealth(app, services);
  mountMetrics(app, services);
  if (!config.smtpUrl && !config.isProduction) mountDevMailbox(app, services);
  bindEndpoints(app, services, handlers, limits, streams);
  mountStripeWebhook(app, services);
  mountOneClickStop(app, services, limits);
  mountMcp(app, services, limits);
  mountSingleSignOn(app, services, limits);
  if (webDir) await mountWeb(app, services, webDir, limits);
  return app;
}
