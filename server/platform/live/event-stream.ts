/* Server-sent events (the HTML standard, "Server-sent events"): tags of what has changed, never data. */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tag } from '#contract/endpoint.ts';
import { AppError } from '../errors.ts';
import { networkOf } from '../http/address.ts';
import type { Change, Changes } from './changes.ts';

export const EVENT_STREAM = 'text/event-stream';

/** Open streams at most, of one session, of one address, which a whole factory may share, and of this server. */
export const STREAMS = { session: 6, address: 1_000, server: 10_000 };
/** Changes within it are told together. */
const joinMs = 1_000;
const aliveMs = 25_000;
/** How often access is checked again when no change suggests it. */
const readmitMs = 60_000;
/** Replays a little more than asked for: the caller's instant is an estimate, and hearing of a change twice does no harm. */
export const marginMs = 2_000;
const mostPending = 500;
/** Changes of these may end the caller's access, or change its scope. */
const accessTags = ['everything', 'user', 'account', 'employees', 'company', 'locations', 'subscription'];

/** The answer of an endpoint that goes on until one side ends it. */
export class EventStream {
  readonly companyId: string;
  /** What the caller reads. */
  readonly tags: ReadonlySet<Tag>;
  /** Which of the changes that are about somebody concern the caller. */
  readonly concerning: (changes: Change[]) => Change[] | Promise<Change[]>;

  constructor({ companyId, tags, concerning }: Pick<EventStream, 'companyId' | 'tags' | 'concerning'>) {
    this.companyId = companyId;
    this.tags = tags;
    this.concerning = concerning;
  }
}

export type Caller = {
  /** The session, the kiosk or the key. */
  credential: string;
  /** The instant (ms) from which on the caller knows of no change; undefined: it has just begun. */
  since: number | undefined;
  /** The page, whose own changes are not told. */
  page: string | undefined;
  /** Throws once the caller may no longer listen. */
  readmit: () => Promise<void>;
};

export type Streams = ReturnType<typeof createStreams>;

/** The open streams of this server. */
export function createStreams(changes: Changes) {
  const ends = new Set<() => void>();
  const counts = new Map<string, number>();
  const count = (key: string, by: number) => {
    const now = (counts.get(key) ?? 0) + by;
    if (now > 0) counts.set(key, now);
    else counts.delete(key);
  };
  return {
    get size() {
      return ends.size;
    },
    endAll() {
      for (const end of [...ends]) end();
    },
    /** Answers with the stream, or throws `too_many_requests`. */
    open(stream: EventStream, request: FastifyRequest, reply: FastifyReply, caller: Caller): FastifyReply {
      const session = `session ${caller.credential}`;
      const address = `address ${networkOf(request.ip, { ipv4: 32, ipv6: 64 })}`;
      const isFull =
        ends.size >= STREAMS.server ||
        (counts.get(session) ?? 0) >= STREAMS.session ||
        (counts.get(address) ?? 0) >= STREAMS.address;
      if (isFull) throw new AppError('too_many_requests', { retryAfterSeconds: 60, params: { count: 1 } });
      const body = new PassThrough();
      const end = follow(stream, body, changes, caller, () => {
        ends.delete(end);
        for (const key of [session, address]) count(key, -1);
        body.end();
      });
      ends.add(end);
      for (const key of [session, address]) count(key, 1);
      reply.raw.on('close', end);
      // Without the second, proxies keep a small response back until it is complete.
      return reply.type(EVENT_STREAM).header('x-accel-buffering', 'no').send(body);
    },
  };
}

/** Writes what is heard until it is ended; returns what ends it. */
function follow(
  { companyId, tags, concerning }: EventStream,
  body: PassThrough,
  changes: Changes,
  { since, page, readmit }: Caller,
  onEnd: () => void,
): () => void {
  let pending: Change[] = [];
  let hasMissed = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let wroteAt = Number.NEGATIVE_INFINITY;
  let isStuck = false;
  let isFlushing = false;
  /** What was heard before this instant (ms) has been told: the id with which the caller goes on. */
  let toldUntil = since || Date.now();
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    unsubscribe();
    clearTimeout(timer);
    clearInterval(alive);
    clearInterval(readmission);
    onEnd();
  };
  const write = (event: string, data: unknown) => {
    isStuck = !body.write(`id: ${toldUntil}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const mayGoOn = () =>
    readmit().then(
      () => true,
      () => {
        end();
        return false;
      },
    );
  const isWaiting = () => pending.length > 0 || hasMissed;
  const flush = async () => {
    timer = undefined;
    // Continues when the client has read what was written.
    if (isEnded || isStuck || isFlushing) return;
    isFlushing = true;
    await tellPending();
    isFlushing = false;
    if (isWaiting()) schedule();
  };
  const tellPending = async () => {
    const heard = pending;
    const until = Date.now();
    pending = [];
    wroteAt = performance.now();
    const isAboutAccess = heard.some((change) => change.tags.some((tag) => accessTags.includes(tag)));
    if ((hasMissed || isAboutAccess) && !(await mayGoOn())) return;
    if (hasMissed) {
      hasMissed = false;
      toldUntil = until;
      return write('missed', null);
    }
    const mine = await Promise.resolve(concerning(heard)).catch(() => undefined);
    if (!mine) {
      hasMissed = true;
      return;
    }
    toldUntil = until;
    const changed = new Set(mine.flatMap((change) => change.tags));
    const told = [...changed].filter((tag) => tag === 'everything' || tags.has(tag));
    if (told.length > 0 && !isEnded) write('changed', told.toSorted());
  };
  const schedule = () => {
    timer ??= setTimeout(() => void flush(), Math.max(0, wroteAt + joinMs - performance.now())).unref();
  };
  const hear = (change: Change | 'missed') => {
    if (change !== 'missed' && page && change.by === page) return;
    if (change === 'missed' || pending.length >= mostPending) {
      hasMissed = true;
      pending = [];
    } else if (!hasMissed) {
      pending.push(change);
    }
    schedule();
  };
  const unsubscribe = changes.subscribe(companyId, hear);
  const alive = setInterval(() => {
    // A client that has read nothing for this long is gone.
    if (isStuck) return end();
    if (!isWaiting() && !isFlushing) toldUntil = Date.now();
    write('alive', null);
  }, aliveMs).unref();
  const readmission = setInterval(mayGoOn, readmitMs).unref();
  body.on('drain', () => {
    isStuck = false;
    if (isWaiting()) schedule();
  });
  // Spreads reconnections after a server has stopped.
  body.write(`retry: ${1_000 + Math.round(Math.random() * 3_000)}\n`);
  write('alive', null);
  if (since !== undefined) {
    for (const change of changes.heardSince(companyId, since - marginMs) ?? ['missed' as const]) hear(change);
  }
  return end;
}
