import type { EndpointRequest } from '#contract/index.ts';
import { hasFeature } from '#domain/plans.ts';
import type { Context } from '#server/context.ts';
import { probe } from '#server/platform/ai/probe.ts';
import { createTextModel, type TextModel } from '#server/platform/ai/text-model.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { notifyOwner } from '#server/platform/mail/security-mail.ts';
import { readEndpointUrl } from '#server/platform/outbound/endpoint-rules.ts';
import { createGuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';
import { lockCompany } from '../company/company.queries.ts';
import * as queries from './ai-endpoint.queries.ts';

/** Four characters of a shorter key would reveal too much. */
const shortestShown = 16;

type Input = EndpointRequest<'updateAiEndpoint'>['body'];

// The URL is part of the encryption's context, so a key moved to another URL in the database cannot be decrypted.
const ownerOf = (companyId: string, baseUrl: string) => `ai-endpoint ${companyId} ${baseUrl}`;

const isInPlan = ({ viewer, clock }: Context) =>
  hasFeature(viewer.subscription, 'ownAiEndpoint', clock.now());

function requirePlan(context: Context): void {
  if (isInPlan(context)) return;
  throw new AppError('plan_limit_reached', { action: 'upgrade_plan', params: { context: 'ownAiEndpoint' } });
}

/** The company's settings, without the key. */
export const getAiEndpoint: Handler<'getAiEndpoint'> = async (context) => {
  const stored = await queries.findEndpoint(context.db, context.viewer.companyId);
  const key = stored && (await openKey(context, stored));
  return {
    isOn: stored?.isOn ?? false,
    baseUrl: stored?.baseUrl ?? '',
    model: stored?.model ?? '',
    hasKey: Boolean(stored?.apiKey),
    keyEnd: key && key.length >= shortestShown ? key.slice(-4) : null,
    isInPlan: isInPlan(context),
    otherwise: context.ai ? 'operator' : 'builtin',
  };
};

/**
 * Saves them, and mails the person who did it if texts will go to another URL: the session may be stolen. Without the
 * plan they can only be saved switched off. Refuses a URL that is not allowed, and another URL without its key.
 */
export const updateAiEndpoint: Handler<'updateAiEndpoint'> = async (context, { body: input }) => {
  const { db, viewer, secretBox } = context;
  if (input.isOn) requirePlan(context);
  const { baseUrl, model, apiKey } = await settle(context, input);
  const owner = ownerOf(viewer.companyId, baseUrl);
  const sealed = apiKey === undefined ? null : await secretBox.seal(apiKey, owner);
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, viewer.companyId);
    await context.refuseIfChanged(transaction);
    const before = await queries.findEndpoint(transaction, viewer.companyId);
    await queries.saveEndpoint(transaction, viewer.companyId, {
      isOn: input.isOn,
      baseUrl,
      model,
      apiKey: sealed,
    });
    const wasSame = before?.isOn && before.baseUrl === baseUrl;
    if (input.isOn && !wasSame) await notifyOwner(context, transaction, 'aiEndpointChanged');
  });
  return getAiEndpoint(context);
};

export const testAiEndpoint: Handler<'testAiEndpoint'> = async (context, { body: input }) => {
  requirePlan(context);
  const endpoint = await settle(context, input);
  await context.throttle.take('aiEndpointTest', context.viewer.companyId);
  return {
    result: await probe({ ...endpoint, fetch: guardedFetch(context) }, context.config.companyAi.timeoutMs),
  };
};

/** The model for this company's texts: its own endpoint, the operator's, or none. */
export async function textModelOf(context: Context): Promise<TextModel | null> {
  const { db, viewer, config, ai, log } = context;
  if (!isInPlan(context)) return ai;
  const stored = await queries.findEndpoint(db, viewer.companyId);
  if (!stored?.isOn) return ai;
  const { baseUrl, model } = stored;
  const { timeoutMs } = config.companyAi;
  const apiKey = await openKey(context, stored);
  return createTextModel({ baseUrl, model, apiKey, timeoutMs, fetch: guardedFetch(context) }, log);
}

const guardedFetch = ({ config }: Context) => createGuardedFetch(config.companyAi.allowsPrivate);

/** The URL in canonical form, and its key: the typed one or the one stored for it. */
async function settle(context: Context, input: Input) {
  const { model, apiKey, removesKey } = input;
  const stored = await queries.findEndpoint(context.db, context.viewer.companyId);
  const read = readEndpointUrl(input.baseUrl, context.config.companyAi.allowsPrivate);
  // If the URL is not allowed any more, switching off and removing the key must still work.
  const isLeft = !input.isOn && input.baseUrl === stored?.baseUrl;
  if ('fault' in read && !isLeft) throw invalidField('baseUrl', read.fault);
  const baseUrl = 'url' in read ? read.url.href : input.baseUrl;
  if (apiKey || removesKey || !stored?.apiKey) return { baseUrl, model, apiKey: apiKey || undefined };
  // Never sent to another URL: a stolen session could otherwise send it to a host of its own.
  const kept = stored.baseUrl === baseUrl ? await openKey(context, stored) : undefined;
  if (kept === undefined) throw invalidField('apiKey', 'aiKeyAgain');
  return { baseUrl, model, apiKey: kept };
}

/**
 * Undefined if there is none, or it cannot be decrypted; the endpoint then refuses and the administrator enters it
 * again.
 */
async function openKey(
  { secretBox, log }: Context,
  { companyId, baseUrl, apiKey }: queries.StoredEndpoint,
): Promise<string | undefined> {
  const key = apiKey && (await secretBox.open(apiKey, ownerOf(companyId, baseUrl)));
  if (apiKey && key === null) {
    log.error('the key of an AI endpoint does not open: SECRET_KEY or secret.key is another one than it was');
  }
  return key ?? undefined;
}
