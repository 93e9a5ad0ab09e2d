import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type Endpoint, isOpenInDemo } from '#contract/endpoint.ts';
import { type ErrorCode, errorBody } from '#contract/error.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { reachOf } from '#contract/policy.ts';
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER, PAGE_HEADER } from '#contract/version.ts';
import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import { type Language, preferredLanguage } from '#domain/languages.ts';
import type {
  CompanyContext,
  CompanyViewer,
  Context,
  Keyholder,
  Kiosk,
  KioskContext,
  PairedKiosk,
  PublicContext,
  Services,
  Viewer,
} from '#server/context.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { usedApiKey } from '../ledger/ledger.ts';
import type { Change } from '../live/changes.ts';
import { type Caller, EVENT_STREAM, EventStream, type Streams } from '../live/event-stream.ts';
import { everything, scopeOf } from '../scope.ts';
import { translator } from '../texts/i18n.ts';
import { dateTimeText } from '../texts/time-text.ts';
import { type Quota, quotaHeaders } from '../throttle.ts';
import { securityOf } from './api-docs.ts';
import { type AuditNotes, writeAudit } from './audit.ts';
import { deprecationHeaders } from './deprecation.ts';
import { deviceOf } from './device.ts';
import { acceptsDrafts, answerWithDrafts, type Drafts, noDrafts } from './drafts.ts';
import { answerError, codeOf } from './error-handler.ts';
import { FileAnswer } from './file-answer.ts';
import type { Handlers } from './handler.ts';
import { handleOnce } from './idempotency.ts';
import { nextPageLink } from './pages.ts';
import { isMatch, isTagged, readerOf, tagged } from './preconditions.ts';
import type { RequestLimits } from './request-limits.ts';
import { refuseForeignOrigin } from './same-origin.ts';
import { type SessionCookie, sessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | CompanyViewer | null;
    kiosk: Kiosk | null;
    /** Of the API key that the request came with. */
    apiKeyName: string | null;
    /** Of the person whom the request turned out to concern. */
    personLanguage: Language | null;
    /** Where the list goes on that is answered. */
    nextCursor: string | null;
    /** Details for the audit about the request. */
    audit: AuditNotes;
    /** Whom and where the change concerns that the request makes. */
    about: NonNullable<Change['about']>[number][];
  }
}

export function originOf(request: FastifyRequest, services: Services): string {
  return services.config.publicUrl ?? `${request.protocol}://${request.host}`;
}

export function publicContext(
  request: FastifyRequest,
  services: Services,
  session: SessionCookie,
  drafts: Drafts,
  refuseIfChanged: PublicContext['refuseIfChanged'] = async () => undefined,
): PublicContext {
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
    refuseIfChanged,
    tellNextPage: (cursor) => {
      request.nextCursor = cursor;
    },
    concerns: (about) => void request.about.push(about),
    device: deviceOf(request.headers['user-agent']),
    session,
    drafts,
  };
}

/** Tells the caller what is left of their rate limit, also when the request is refused afterwards. */
type Tell = (quota: Quota) => void;

/** Finds out who asks, and counts the request. */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  services: Services,
  session: SessionCookie,
  limits: RequestLimits,
  tell: Tell,
): Promise<void> {
  const key = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  if (key) return admitKey(endpoint, request, services, session, key[1] ?? '', limits, tell);
  if (endpoint.access === 'public') return tell(await limits.takeOfAddress(request.ip, endpoint));
  if (endpoint.access === 'kiosk') return admitKiosk(endpoint, request, services, session, limits, tell);
  const { token } = session;
  if (token) await limits.refuseSession(token);
  const found = token ? await services.callers.findViewer(services.db, services.clock, token) : null;
  if (!found || !token) {
    tell(await limits.takeOfAddress(request.ip, endpoint));
    throw new AppError('unauthenticated');
  }
  if (found.extended) session.start(token);
  const { viewer } = found;
  request.viewer = viewer;
  // Visitors of the demo share its two accounts: one of them must not use up the others' requests.
  const quota = isVisitor(viewer)
    ? await limits.takeOfAddress(request.ip, endpoint)
    : await limits.takeOfPerson(viewer, token, endpoint);
  tell(quota);
  const refusal = refusalOf(endpoint, viewer);
  if (refusal) throw new AppError(refusal);
}

const isVisitor = (viewer: Viewer) => viewer.companyId === SHARED_DEMO_COMPANY_ID;

/** Why the viewer may not call the endpoint; null if they may. */
function refusalOf(endpoint: Endpoint, viewer: Viewer): ErrorCode | null {
  if (viewer.mustChangePassword && !endpoint.beforePasswordChange) return 'password_change_required';
  if (!reachOf(endpoint.access, viewer.role)) return 'forbidden';
  return isVisitor(viewer) && !isOpenInDemo(endpoint) ? 'demo_read_only' : null;
}

/** The kiosk keeps what it has to send, in case the deletion of its company is undone. */
function refuseWhileDeleted({ viewer, deletionDueAt }: PairedKiosk): void {
  if (deletionDueAt === null) return;
  const date = dateTimeText(deletionDueAt, viewer.companyLanguage, viewer.timeZone);
  throw new AppError('company_deletion_pending', { params: { date } });
}

/** Admits a device that is paired as a kiosk; who is signed in there does not matter. */
async function admitKiosk(
  endpoint: Endpoint,
  request: FastifyRequest,
  services: Services,
  { kiosk: credential }: SessionCookie,
  limits: RequestLimits,
  tell: Tell,
): Promise<void> {
  if (credential) await limits.refuseSession(credential);
  const found = credential ? await services.callers.findKiosk(services.db, credential) : undefined;
  if (!found || !credential) {
    tell(await limits.takeOfAddress(request.ip, endpoint));
    throw new AppError('kiosk_not_paired');
  }
  refuseWhileDeleted(found);
  const { kiosk, viewer } = found;
  request.viewer = viewer;
  request.kiosk = kiosk;
  tell(await limits.takeOfPerson({ companyId: viewer.companyId, userId: kiosk.id }, credential, endpoint));
}

/** Authenticates a program with an API key; refused together with a session. */
async function admitKey(
  endpoint: Endpoint,
  request: FastifyRequest,
  services: Services,
  session: SessionCookie,
  key: string,
  limits: RequestLimits,
  tell: Tell,
): Promise<void> {
  request.audit.event = 'api-key.used';
  const refusal = session.token ? 'two_credentials' : endpoint.apiKey ? null : 'api_key_not_allowed';
  if (refusal) {
    tell(await limits.takeOfAddress(request.ip, endpoint));
    throw new AppError(refusal);
  }
  const keyholder = await services.callers.findKeyholder(services, key, request.ip);
  const { keyId, name, viewer } = keyholder;
  request.viewer = viewer;
  request.audit.keyId = keyId;
  tell(await services.throttle.take('apiKey', keyId));
  await limits.takeOfCompany(viewer.companyId, endpoint);
  request.viewer = await viewerOfKey(endpoint, keyholder, services);
  request.apiKeyName = name;
  await services.callers.noteKeyUse(services, keyholder);
}

/** Whoever asks with the key: the company, or, where something is changed, the administrator who made it. */
async function viewerOfKey({ apiKey }: Endpoint, keyholder: Keyholder, services: Services) {
  const scope = apiKey === true ? 'read' : (apiKey ?? '');
  if (!keyholder.scopes.includes(scope)) throw new AppError('api_key_scope_missing', { params: { scope } });
  if (scope === 'read') return keyholder.viewer;
  const maker = await services.callers.findMaker(services, keyholder);
  if (!maker) throw new AppError('api_key_maker_gone');
  return maker;
}

/** Tells the company's pages what the endpoint has changed. */
function publishChange({ access, changes }: Endpoint, request: FastifyRequest, services: Services): void {
  const { viewer, kiosk, about, audit } = request;
  const companyId = viewer?.companyId ?? audit.subject?.companyId;
  if (!changes || !companyId) return;
  const isOwn = viewer && 'role' in viewer && reachOf(access, viewer.role) === 'own';
  const userId = isOwn ? viewer.userId : audit.subject?.userId;
  if (about.length === 0 && userId) {
    about.push({ userId, ...(kiosk && { locationIds: [kiosk.location.id] }) });
  }
  const by = z
    .string()
    .check(z.regex(/^[\da-f]{8}$/))
    .safeParse(request.headers[PAGE_HEADER]).data;
  services.changes.publish({
    companyId,
    tags: changes,
    ...(about.length > 0 && { about }),
    ...(by && { by }),
  });
}

const streamQuery = z.object({ since: z.optional(z.string()), page: z.optional(z.string()) });

/** Who listens to a stream, and how to find out whether they still may: with the same role and locations as at its beginning. */
function callerOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  services: Services,
  { token, kiosk }: SessionCookie,
): Caller {
  const { db, clock, callers } = services;
  const reachAt = (viewer: Viewer) => [viewer.userId, viewer.role, ...viewer.locationIds].join();
  const first = request.viewer;
  const key = request.headers.authorization;
  const asked = streamQuery.safeParse(request.query).data;
  const since = request.headers['last-event-id'] ?? asked?.since;
  return {
    credential: (endpoint.access === 'kiosk' ? kiosk : (request.audit.keyId ?? token)) ?? '',
    // An unknown id only says that the caller missed something, so it is told to read everything again.
    since: since === undefined ? undefined : Number(since) || 0,
    page: asked?.page,
    readmit: async () => {
      if (endpoint.access === 'kiosk') {
        const found = kiosk ? await callers.findKiosk(db, kiosk) : undefined;
        if (!found) throw new AppError('kiosk_not_paired');
        refuseWhileDeleted(found);
      } else if (first && 'role' in first) {
        const found = token ? await callers.findViewer(db, clock, token, { extends: false }) : null;
        if (!found || reachAt(found.viewer) !== reachAt(first)) throw new AppError('unauthenticated');
        const refusal = refusalOf(endpoint, found.viewer);
        if (refusal) throw new AppError(refusal);
      } else {
        const keyholder = await callers.findKeyholder(
          services,
          key?.replace(/^bearer +/i, '') ?? '',
          request.ip,
        );
        await callers.noteKeyUse(services, keyholder);
      }
    },
  };
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
  handlers: Handlers,
  limits: RequestLimits,
  streams: Streams,
): void {
  const isHttps = (request: FastifyRequest) => originOf(request, services).startsWith('https:');
  app.decorateRequest('viewer', null);
  app.decorateRequest('kiosk', null);
  app.decorateRequest('apiKeyName', null);
  app.decorateRequest('personLanguage', null);
  app.decorateRequest('nextCursor', null);
  app.decorateRequest('audit');
  app.decorateRequest('about');

  for (const name of Object.keys(contract) as EndpointName[]) {
    const endpoint: Endpoint = contract[name];
    const status = endpoint.status ?? 200;
    const reader = readerOf(endpoint);
    const hasTag = isTagged(name);
    // What a handler that returns nothing answers.
    const nothing = z.safeParse(endpoint.response, {}).success ? {} : null;
    // Typed by name above; inside this loop the name is any of them.
    const handle = handlers[name] as (
      context: PublicContext | CompanyContext | KioskContext | Context,
      request: unknown,
    ) => Promise<unknown>;
    const mount = (scope: FastifyInstance) =>
      scope.withTypeProvider<ZodTypeProvider>().route({
        method: endpoint.method,
        url: endpoint.path,
        ...(endpoint.upload && { bodyLimit: uploadLimit }),
        // Compressed, an event would wait for the next one.
        ...(endpoint.files?.includes(EVENT_STREAM) && { compress: false }),
        schema: {
          operationId: name,
          tags: [endpoint.path.split('/')[2] ?? 'api'],
          security: securityOf(endpoint),
          ...(endpoint.params && { params: endpoint.params }),
          ...(endpoint.query && { querystring: endpoint.query }),
          ...(endpoint.body && { body: endpoint.body }),
          response: { [status]: endpoint.response, default: errorBody },
        },
        onRequest: async (request, reply) => {
          request.audit = {};
          request.about = [];
          refuseForeignOrigin(request, originOf(request, services));
          refuseOutdatedClient(request);
          const session = sessionCookie(request, reply, isHttps(request));
          reply.headers(deprecationHeaders(endpoint));
          const tell = (quota: Quota) => void reply.headers(quotaHeaders(quota));
          await admit(endpoint, request, services, session, limits, tell);
        },
        errorHandler: async (error, request, reply) => {
          const session = sessionCookie(request, reply, isHttps(request));
          request.audit.code = codeOf(error);
          return answerError(error, request, reply, publicContext(request, services, session, noDrafts).t);
        },
        onResponse: async (request, reply) => {
          const event = request.audit.event ?? endpoint.audit;
          if (event) writeAudit(event, request, reply, request.audit);
        },
        handler: async (request, reply) => {
          const { params, query, body } = request;
          const session = sessionCookie(request, reply, isHttps(request));
          // It would be done without what it depends on.
          if (request.headers['if-match'] !== undefined && endpoint.method !== 'GET' && !reader)
            throw new AppError('malformed_request');
          if (endpoint.upload && !Buffer.isBuffer(body)) throw new AppError('unsupported_media_type');
          const answerTo = async (drafts: Drafts) => {
            const { viewer, kiosk } = request;
            const context = publicContext(request, services, session, drafts, async (transaction) => {
              const wanted = request.headers['if-match'];
              if (wanted === undefined || !reader || !viewer) return;
              const read = handlers[reader] as (
                context: CompanyContext,
                request: unknown,
              ) => Promise<unknown>;
              const scope = scopeAt(contract[reader], viewer, services);
              const current = await read(
                { ...context, db: transaction, viewer, scope },
                { params, query: {} },
              );
              if (!isMatch(wanted, tagged(contract[reader], current).etag)) {
                throw new AppError('changed_meanwhile');
              }
            });
            const answerFrom = (db: Db) =>
              handle(
                kiosk && viewer
                  ? { ...context, db, viewer, kiosk }
                  : viewer
                    ? { ...context, db, viewer, scope: scopeAt(endpoint, viewer, services) }
                    : context,
                { params, query, ...(endpoint.upload ? { file: body } : { body }) },
              );
            const answerOnce = () =>
              endpoint.replica && viewer
                ? services.read(viewer.companyId, answerFrom)
                : answerFrom(context.db);
            const { apiKeyName } = request;
            const returned = await (apiKeyName === null
              ? answerOnce()
              : usedApiKey.run(apiKeyName, answerOnce));
            const answer = returned ?? nothing;
            request.audit.answer = answer;
            publishChange(endpoint, request, services);
            return answer;
          };
          reply.header('cache-control', 'no-store');
          // A streamed answer cannot be stored and repeated.
          const isForOnce = request.headers['idempotency-key'] !== undefined;
          if (endpoint.drafts && acceptsDrafts(request) && !isForOnce) {
            const { t } = publicContext(request, services, session, noDrafts);
            return answerWithDrafts(request, reply, t, async (drafts) =>
              endpoint.response.parse(await answerTo(drafts)),
            );
          }
          const answer = await handleOnce(request, reply, services, () => answerTo(noDrafts));
          if (answer instanceof EventStream) {
            return streams.open(answer, request, reply, callerOf(endpoint, request, services, session));
          }
          if (request.nextCursor !== null) {
            const others = reply.getHeader('link');
            const next = nextPageLink(request.url, request.nextCursor);
            reply.header('link', others === undefined ? next : `${others}, ${next}`);
          }
          if (answer instanceof FileAnswer) {
            if (answer.event) request.audit.event = answer.event;
            return answer.send(reply);
          }
          // Lets the browser find the error of its own clock.
          reply.code(status).header('x-server-time', services.clock.now().toISOString());
          if (hasTag) {
            const { json, etag } = tagged(endpoint, answer);
            return reply.type('application/json; charset=utf-8').header('etag', etag).send(json);
          }
          return status === 204 ? reply.send() : reply.send(answer);
        },
      });
    if (endpoint.upload) app.register(async (scope) => mount(takingFiles(scope, endpoint.upload)));
    else mount(app);
  }
}
