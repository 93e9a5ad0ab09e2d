/* Requests that may be sent again (draft-ietf-httpapi-idempotency-key-header-07, docs/decisions/0077-requests-sent-again.md). */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '#contract/error.ts';
import type { Services } from '#server/context.ts';
import { AppError } from '../errors.ts';
import { codeOf } from './error-handler.ts';
import { FileAnswer } from './file-answer.ts';
import { forgetRequest, keepAnswer, noteRequest } from './idempotency.queries.ts';

const KEPT_HOURS = 24;
/** Bytes of stored answers that count as much as a request. */
const bytesPerPoint = 1024;

/** The key of a POST of somebody known, or null. Quotes are those of a string of RFC 8941, which not everybody sends. */
function idempotencyKeyOf({ method, viewer, headers }: FastifyRequest): string | null {
  const sent = headers['idempotency-key'];
  if (sent === undefined || method !== 'POST' || !viewer) return null;
  const key = /^(?:"([!#-~]{1,255})"|([!#-~]{1,255}))$/.exec(String(sent));
  if (!key) throw new AppError('malformed_request');
  return key[1] ?? key[2] ?? null;
}

/**
 * Handles a POST once for each `Idempotency-Key` of its caller: sent again within 24 hours, it is answered as the first time. What
 * was refused has changed nothing and may be sent again, also corrected. The outcome of what broke off is not known, so it is
 * never done twice. Files are not kept: what answers with one changes nothing.
 */
export async function handleOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock, secretBox, throttle }: Services,
  handle: () => Promise<unknown>,
): Promise<unknown> {
  const { viewer, kiosk, audit, url, body } = request;
  const sent = idempotencyKeyOf(request);
  if (sent === null || !viewer) return handle();
  const { companyId } = viewer;
  const caller = `${companyId} ${audit.keyId ?? kiosk?.id ?? ('userId' in viewer && viewer.userId)}`;
  const noted = { companyId, key: await secretBox.hash(`${caller} ${sent}`) };
  const content = Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null);
  const asked = await secretBox.hash(`${url} ${createHash('sha256').update(content).digest('hex')}`);
  const owner = `answer ${companyId} ${noted.key}`;
  await throttle.take('idempotencyKey', caller);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + KEPT_HOURS * 3_600_000).toISOString();
  const first = await noteRequest(db, { ...noted, request: asked, expiresAt }, now);
  if (first) {
    if (first.request !== asked) throw new AppError('idempotency_key_reused');
    const kept = first.answer && (await secretBox.open(first.answer, owner));
    if (kept === null) throw new AppError('idempotency_key_in_use');
    reply.header('idempotent-replayed', 'true');
    audit.isRepeated = true;
    return JSON.parse(kept);
  }
  const answer = await handle().catch(async (error: unknown) => {
    if (ERRORS[codeOf(error)].status < 500) await forgetRequest(db, noted);
    throw error;
  });
  if (answer instanceof FileAnswer) {
    await forgetRequest(db, noted);
    return answer;
  }
  const kept = JSON.stringify(answer);
  const points = Math.floor(kept.length / bytesPerPoint);
  // Over the limit, the next request is refused.
  if (points > 0) await throttle.take('idempotencyKey', caller, points).catch(() => undefined);
  await keepAnswer(db, noted, await secretBox.seal(kept, owner));
  return answer;
}
