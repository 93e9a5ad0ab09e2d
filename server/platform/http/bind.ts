import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorBody } from '#contract/error.ts';
import {
  contract,
  type EndpointRequest,
  type EndpointResponse,
  type EndpointSchemas,
} from '#contract/index.ts';
import { reachOf } from '#contract/policy.ts';
import { type Endpoint, type EndpointName, isOpenInDemo, table } from '#contract/table.ts';
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '#contract/version.ts';
import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import { type Language, preferredLanguage } from '#domain/languages.ts';
import type {
  CompanyContext,
  CompanyViewer,
  Context,
  Kiosk,
  KioskContext,
  PublicContext,
  Services,
  Viewer,
} from '#server/context.ts';
import { findKeyholder, noteKeyUse } from '../api-keys.ts';
import { deviceOf } from '../device.ts';
import { AppError } from '../errors.ts';
import { translator } from '../i18n.ts';
import { findKiosk } from '../kiosk-credential.ts';
import { everything, scopeOf } from '../scope.ts';
import { findViewer } from '../sessions.ts';
import { securityOf } from './api-docs.ts';
import { type AuditNotes, writeAudit } from './audit.ts';
import { acceptsDrafts, answerWithDrafts, type Drafts, noDrafts } from './drafts.ts';
import { answerError, codeOf } from './error-handler.ts';
import { FileAnswer } from './file-answer.ts';
import type { RequestLimits } from './request-limits.ts';
import { refuseForeignOrigin } from './same-origin.ts';
import { type SessionCookie, sessionCookie } from './session-cookie.ts';

type ContextOf<K extends EndpointName> = (typeof table)[K]['access'] extends 'public'
  ? PublicContext
  : (typeof table)[K]['access'] extends 'kiosk'
    ? KioskContext
    : (typeof table)[K] extends { apiKey: true }
      ? CompanyContext
      : Context;

/** One handler for each named endpoint; the compiler reports a missing one. */
export type Handlers<K extends EndpointName> = {
  [Name in K]: (
    context: ContextOf<Name>,
    request: EndpointRequest<Name>,
    session: SessionCookie,
    drafts: Drafts,
  ) => Promise<
    EndpointResponse<Name> | ((typeof contract)[Name] extends { files: unknown } ? FileAnswer : never)
  >;
};

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | CompanyViewer | null;
    kiosk: Kiosk | null;
    /** Of the person whom the request turned out to concern. */
    personLanguage: Language | null;
    /** Details for the audit about the request. */
    audit: AuditNotes;
  }
}

export function originOf(request: FastifyRequest, services: Services): string {
  return services.config.publicUrl ?? `${request.protocol}://${request.host}`;
}

function publicContext(request: FastifyRequest, services: Services): PublicContext {
  const asked = request.headers['accept-language'];
  const language =
    request.personLanguage ?? (asked || !request.viewer ? preferredLanguage(asked) : request.viewer.language);
  return {
    ...services,
    // Visitors of the demo cost nothing: their reports are composed by code.
    ai: request.viewer?.companyId === SHARED_DEMO_COMPANY_ID ? null : services.ai,
    log: request.log,
    language,
    t: translator(language),
    origin: originOf(request, services),
    address: request.ip,
    identify: (subject, personLanguage) => {
      request.audit.subject = subject;
      request.personLanguage = personLanguage ?? null;
    },
    device: deviceOf(request.headers['user-agent']),
  };
}

async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  services: Services,
  session: SessionCookie,
  limits: RequestLimits,
) {
  const key = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  if (key) return admitKey(endpoint, request, services, session, key[1] ?? '', limits);
  if (endpoint.access === 'public') return limits.takeOfAddress(request.ip, endpoint);
  if (endpoint.access === 'kiosk') return admitKiosk(endpoint, request, services, session, limits);
  if (session.token) await limits.refuseSession(session.token);
  const found = session.token ? await findViewer(services.db, services.clock, session.token) : null;
  if (!found || !session.token) {
    await limits.takeOfAddress(request.ip, endpoint);
    throw new AppError('unauthenticated');
  }
  const isVisitor = found.viewer.companyId === SHARED_DEMO_COMPANY_ID;
  // Visitors of the demo share its two accounts: one of them must not use up the others' requests.
  if (isVisitor) await limits.takeOfAddress(request.ip, endpoint);
  else await limits.takeOfPerson(found.viewer, session.token, endpoint);
  request.viewer = found.viewer;
  if (found.extended) session.start(session.token);
  if (found.viewer.mustChangePassword && !endpoint.beforePasswordChange) {
    throw new AppError('password_change_required');
  }
  if (!reachOf(endpoint.access, found.viewer.role)) throw new AppError('forbidden');
  if (isVisitor && !isOpenInDemo(endpoint)) throw new AppError('demo_read_only');
}

/** Admits a device that is paired as a kiosk; who is signed in there does not matter. */
async function admitKiosk(
  endpoint: Endpoint,
  request: FastifyRequest,
  services: Services,
  { kiosk: credential }: SessionCookie,
  limits: RequestLimits,
) {
  if (credential) await limits.refuseSession(credential);
  const found = credential ? await findKiosk(services.db, credential) : undefined;
  if (!found || !credential) {
    await limits.takeOfAddress(request.ip, endpoint);
    throw new AppError('kiosk_not_paired');
  }
  const { kiosk, viewer } = found;
  await limits.takeOfPerson({ companyId: viewer.companyId, userId: kiosk.id }, credential, endpoint);
  request.viewer = viewer;
  request.kiosk = kiosk;
}

/** Authenticates a program with an API key; refused together with a session. */
async function admitKey(
  endpoint: Endpoint,
  request: FastifyRequest,
  services: Services,
  session: SessionCookie,
  key: string,
  limits: RequestLimits,
) {
  request.audit.event = 'api-key.used';
  if (session.token) throw new AppError('two_credentials');
  if (!endpoint.apiKey) throw new AppError('api_key_not_allowed');
  const keyholder = await findKeyholder(services, key, request.ip);
  request.viewer = keyholder.viewer;
  request.audit.keyId = keyholder.keyId;
  await limits.takeOfCompany(keyholder.viewer.companyId, endpoint);
  await noteKeyUse(services, keyholder);
}

/** Refuses a page older than the last change of the contract, which would misread the responses. */
function refuseOutdatedClient(request: FastifyRequest): void {
  if (Number(request.headers[CONTRACT_VERSION_HEADER]) < CONTRACT_VERSION)
    throw new AppError('client_outdated');
}

/** Keys only open endpoints that read all of the company. */
const scopeAt = ({ access }: Endpoint, viewer: Viewer | CompanyViewer, { clock }: Services) =>
  'role' in viewer ? scopeOf(viewer, reachOf(access, viewer.role), clock.now()) : everything;

/** Bytes of a file that is the body of a request. */
const uploadLimit = 8 * 1024 * 1024;

/** A scope of the app whose requests have a file of these types as their body, and nothing else. */
function takingFiles(scope: FastifyInstance, types: readonly string[] = []): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  return scope;
}

/** Mounts every endpoint of the contract's table; access is decided before the body is read. */
export function bindEndpoints(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers<EndpointName>,
  limits: RequestLimits,
): void {
  const isHttps = (request: FastifyRequest) => originOf(request, services).startsWith('https:');
  app.decorateRequest('viewer', null);
  app.decorateRequest('kiosk', null);
  app.decorateRequest('personLanguage', null);
  app.decorateRequest('audit');

  for (const name of Object.keys(table) as EndpointName[]) {
    const endpoint: Endpoint = table[name];
    const schemas: EndpointSchemas = contract[name];
    const status = schemas.status ?? 200;
    // Typed by name above; inside this loop the name is any of them.
    const handle = handlers[name] as (
      context: PublicContext | CompanyContext | KioskContext | Context,
      request: unknown,
      session: SessionCookie,
      drafts: Drafts,
    ) => Promise<unknown>;
    const mount = (scope: FastifyInstance) =>
      scope.withTypeProvider<ZodTypeProvider>().route({
        method: endpoint.method,
        url: endpoint.path,
        ...(schemas.upload && { bodyLimit: uploadLimit }),
        schema: {
          operationId: name,
          tags: [endpoint.path.split('/')[2] ?? 'api'],
          security: securityOf(endpoint),
          ...(schemas.params && { params: schemas.params }),
          ...(schemas.query && { querystring: schemas.query }),
          ...(schemas.body && { body: schemas.body }),
          response: { [status]: schemas.response, default: errorBody },
        },
        onRequest: async (request, reply) => {
          request.audit = {};
          refuseForeignOrigin(request, originOf(request, services));
          refuseOutdatedClient(request);
          await admit(endpoint, request, services, sessionCookie(request, reply, isHttps(request)), limits);
        },
        errorHandler: (error, request, reply) => {
          request.audit.code = codeOf(error);
          return answerError(error, request, reply, publicContext(request, services).t);
        },
        onResponse: async (request, reply) => {
          const event = request.audit.event ?? schemas.audit;
          if (event) writeAudit(event, request, reply, request.audit);
        },
        handler: async (request, reply) => {
          const context = publicContext(request, services);
          const { params, query, body, viewer, kiosk } = request;
          if (schemas.upload && !Buffer.isBuffer(body)) throw new AppError('unsupported_media_type');
          const answerTo = async (drafts: Drafts) => {
            const answer = await handle(
              kiosk && viewer
                ? { ...context, viewer, kiosk }
                : viewer
                  ? { ...context, viewer, scope: scopeAt(endpoint, viewer, services) }
                  : context,
              { params, query, ...(schemas.upload ? { file: body } : { body }) },
              sessionCookie(request, reply, isHttps(request)),
              drafts,
            );
            request.audit.answer = answer;
            return answer;
          };
          reply.header('cache-control', 'no-store');
          if (schemas.drafts && acceptsDrafts(request)) {
            return answerWithDrafts(request, reply, context.t, async (drafts) =>
              schemas.response.parse(await answerTo(drafts)),
            );
          }
          const answer = await answerTo(noDrafts);
          if (answer instanceof FileAnswer) {
            if (answer.event) request.audit.event = answer.event;
            return answer.send(reply);
          }
          // Lets the browser find the error of its own clock.
          reply.code(status).header('x-server-time', services.clock.now().toISOString());
          return status === 204 ? reply.send() : reply.send(answer);
        },
      });
    if (schemas.upload) app.register(async (scope) => mount(takingFiles(scope, schemas.upload)));
    else mount(app);
  }
}
