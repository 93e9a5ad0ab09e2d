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
import { preferredLanguage } from '#domain/languages.ts';
import type { Services } from './context.ts';
import { demoHandlers } from './demo/shared-demo.ts';
import { absencesHandlers } from './features/absences/absences.routes.ts';
import { aiEndpointHandlers } from './features/ai-endpoint/ai-endpoint.routes.ts';
import { aiReportsHandlers } from './features/ai-reports/ai-reports.routes.ts';
import { apiKeysHandlers } from './features/api-keys/api-keys.routes.ts';
import { approvalsHandlers } from './features/approvals/approvals.routes.ts';
import { askHandlers } from './features/ask/ask.routes.ts';
import { authHandlers } from './features/auth/auth.routes.ts';
import { badgesHandlers } from './features/badges/badges.routes.ts';
import { companyHandlers } from './features/company/company.routes.ts';
import { companyDeletionHandlers } from './features/company-deletion/company-deletion.routes.ts';
import { contactHandlers } from './features/contact/contact.routes.ts';
import { correctionsHandlers } from './features/corrections/corrections.routes.ts';
import { absenceRequests, pendingRequests } from './features/corrections/corrections.service.ts';
import { crewHandlers } from './features/crew/crew.routes.ts';
import { dashboardHandlers } from './features/dashboard/dashboard.routes.ts';
import { employeesHandlers } from './features/employees/employees.routes.ts';
import { flagsHandlers } from './features/flags/flags.routes.ts';
import { hoursHandlers } from './features/hours/hours.routes.ts';
import { kiosksHandlers } from './features/kiosks/kiosks.routes.ts';
import { ledgerHandlers } from './features/ledger/ledger.routes.ts';
import { locationsHandlers } from './features/locations/locations.routes.ts';
import { messagesHandlers } from './features/messages/messages.routes.ts';
import { monthsHandlers } from './features/months/months.routes.ts';
import { ownDataHandlers } from './features/own-data/own-data.routes.ts';
import { passkeysHandlers } from './features/passkeys/passkeys.routes.ts';
import { privacyHandlers } from './features/privacy/privacy.routes.ts';
import { mountOneClickStop, reportsHandlers } from './features/reports/reports.routes.ts';
import { secondFactorHandlers } from './features/second-factor/second-factor.routes.ts';
import { sheetsHandlers } from './features/sheets/sheets.routes.ts';
import { mountStripeWebhook } from './features/subscription/stripe-webhook.ts';
import { subscriptionHandlers } from './features/subscription/subscription.routes.ts';
import { timeEntriesHandlers } from './features/time-entries/time-entries.routes.ts';
import { timeTrackingHandlers } from './features/time-tracking/time-tracking.routes.ts';
import { workReportsHandlers } from './features/work-reports/work-reports.routes.ts';
import { workRulesHandlers } from './features/work-rules/work-rules.routes.ts';
import { AppError } from './platform/errors.ts';
import { mountApiDocs } from './platform/http/api-docs.ts';
import { bindEndpoints } from './platform/http/bind.ts';
import { answerError } from './platform/http/error-handler.ts';
import { mountHealth } from './platform/http/health.ts';
import { mountMetrics } from './platform/http/metrics-page.ts';
import { answerParserError } from './platform/http/parser-errors.ts';
import { createRequestLimits } from './platform/http/request-limits.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { serializerCompiler } from './platform/http/serializer.ts';
import { mountWeb } from './platform/http/web-app.ts';
import { translator } from './platform/i18n.ts';
import { mountDevMailbox } from './platform/mail/dev-mailbox.ts';

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
  app.addHook('preClose', async () => {
    isClosing = true;
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
  bindEndpoints(
    app,
    services,
    {
      ...authHandlers,
      ...ownDataHandlers,
      ...secondFactorHandlers,
      ...passkeysHandlers,
      ...employeesHandlers,
      ...locationsHandlers,
      ...timeTrackingHandlers,
      ...workReportsHandlers,
      ...messagesHandlers,
      ...dashboardHandlers,
      ...reportsHandlers,
      ...timeEntriesHandlers(pendingRequests),
      ...absencesHandlers(absenceRequests),
      ...correctionsHandlers,
      ...monthsHandlers,
      ...approvalsHandlers,
      ...crewHandlers,
      ...flagsHandlers,
      ...hoursHandlers,
      ...sheetsHandlers,
      ...ledgerHandlers,
      ...aiReportsHandlers,
      ...askHandlers,
      ...subscriptionHandlers,
      ...apiKeysHandlers,
      ...companyHandlers,
      ...workRulesHandlers,
      ...privacyHandlers,
      ...aiEndpointHandlers,
      ...companyDeletionHandlers,
      ...contactHandlers,
      ...demoHandlers,
      ...kiosksHandlers,
      ...badgesHandlers,
    },
    limits,
  );
  mountStripeWebhook(app, services);
  mountOneClickStop(app, services, limits);
  if (webDir) await mountWeb(app, services, webDir, limits);
  return app;
}
