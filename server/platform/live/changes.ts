/*
 * What has changed in which company, told by one server to all of them through PostgreSQL's LISTEN and NOTIFY
 * (docs/decisions/0072-live.md).
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Tag } from '#contract/endpoint.ts';
import { createQueue } from '../in-turn.ts';

export type Change = {
  companyId: string;
  tags: readonly (Tag | 'everything')[];
  /** Whom it concerns, and where; without them, everybody in the company. */
  about?: readonly { userId: string; locationIds?: readonly string[] }[];
  /** The page that made it, which knows. */
  by?: string;
};

/** Told of a change, or that some may have been missed. */
type Listener = (change: Change | 'missed') => void;

export type Changes = {
  /** Tells all servers, after the change is committed. A company's changes are heard in one order by all of them. */
  publish(change: Change): void;
  /** Calls it with what this server publishes, at once. */
  onPublish(listener: (change: Change) => void): void;
  /** Returns a function that ends it. */
  subscribe(companyId: string, listener: Listener): () => void;
  /** What was heard of the company from the instant on (ms); undefined: not all of it is known any more. */
  heardSince(companyId: string, since: number): Change[] | undefined;
  stop(): Promise<void>;
};

const channel = 'changes';
/** Changes within it are told together: each NOTIFY waits for all others of the database. */
const gatherMs = 50;
const aliveEveryMs = 10_000;
/** A server that has been silent for this long is taken for dead; its last changes may have been lost. */
const deadAfterMs = 35_000;
/** How long changes are known, and how many of a company. */
const keptMs = 5 * 60_000;
const keptChanges = 2_000;
const mostUnsent = 5_000;
/** PostgreSQL takes 7,999 bytes. */
const payloadBytes = 7_000;
/** A change about more people is told to everybody. */
const mostAbout = 20;
const retryMs = 2_000;

type Note = { server: string; changes?: Change[]; leaves?: true };

/** As few texts as hold them all. */
function notesOf(server: string, changes: readonly Change[]): string[] {
  const texts: string[] = [];
  let group: Change[] = [];
  let bytes = 0;
  const close = () => {
    if (group.length > 0) texts.push(JSON.stringify({ server, changes: group } satisfies Note));
    group = [];
    bytes = 0;
  };
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change)) + 1;
    if (bytes + size > payloadBytes) close();
    group.push(change);
    bytes += size;
  }
  close();
  return texts;
}

/** Connects in the background, past a pooler: a transaction pooler hands its sessions no notifications. */
export function openChanges(connectionString: string, log: FastifyBaseLogger): Changes {
  const server = randomUUID();
  const oneAtATime = createQueue({});
  const listeners = new Map<string, Set<Listener>>();
  const heard = new Map<string, { at: number; change: Change }[]>();
  const others = new Map<string, number>();
  let unsent: Change[] = [];
  /** Everything of any company is known from then on. */
  let knownSince = Number.POSITIVE_INFINITY;
  let client: pg.Client | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  const publishListeners: ((change: Change) => void)[] = [];
  let isStopped = false;

  const tell = (companyId: string, change: Change | 'missed') => {
    for (const listener of [...(listeners.get(companyId) ?? [])]) listener(change);
  };
  const forgetAll = () => {
    knownSince = Date.now();
    heard.clear();
    for (const companyId of listeners.keys()) tell(companyId, 'missed');
  };
  const hear = (payload: string) => {
    const note: Note = JSON.parse(payload);
    if (note.server !== server) {
      if (note.leaves) others.delete(note.server);
      else others.set(note.server, Date.now());
    }
    for (const change of note.changes ?? []) {
      const list = heard.get(change.companyId) ?? [];
      heard.set(change.companyId, list);
      list.push({ at: Date.now(), change });
      if (list.length > keptChanges) list.shift();
      tell(change.companyId, change);
    }
  };
  const notify = (texts: readonly string[]) =>
    oneAtATime(async () => {
      await client?.query('select pg_notify($1, text) from unnest($2::text[]) text', [channel, texts]);
    });
  const flush = async () => {
    gathering = undefined;
    if (!client || unsent.length === 0) return;
    const sending = unsent;
    unsent = [];
    try {
      await notify(notesOf(server, sending));
    } catch {
      // Told again once there is a connection: hearing of a change twice does no harm.
      unsent = [...sending, ...unsent].slice(-mostUnsent);
    }
  };
  const lose = (lost: pg.Client) => {
    if (client === lost) client = undefined;
    lost.end().catch(() => undefined);
    if (isStopped || retrying) return;
    retrying = setTimeout(() => {
      retrying = undefined;
      void connect();
    }, retryMs).unref();
  };
  const connect = async () => {
    const next = new pg.Client({
      connectionString,
      application_name: 'maina changes',
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    next.on('error', () => undefined);
    next.on('end', () => lose(next));
    next.on('notification', ({ payload }) => payload && hear(payload));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      if (isStopped) return await next.end();
      client = next;
      forgetAll();
      await notify([JSON.stringify({ server } satisfies Note)]);
      await flush();
    } catch (err) {
      log.warn({ err }, 'changes cannot be heard of; trying again');
      lose(next);
    }
  };
  const alive = setInterval(() => {
    const now = Date.now();
    for (const [companyId, list] of heard) {
      const kept = list.filter(({ at }) => at > now - keptMs);
      if (kept.length > 0) heard.set(companyId, kept);
      else heard.delete(companyId);
    }
    const dead = [...others].filter(([, at]) => at < now - deadAfterMs);
    for (const [other] of dead) others.delete(other);
    if (dead.length > 0) forgetAll();
    const current = client;
    // A connection that answers no more is replaced.
    if (current) notify([JSON.stringify({ server } satisfies Note)]).catch(() => lose(current));
  }, aliveEveryMs).unref();
  const connecting = connect();

  return {
    publish({ about, ...change }) {
      for (const listener of publishListeners) listener(change);
      unsent.push(about && about.length <= mostAbout ? { ...change, about } : change);
      if (unsent.length > mostUnsent) unsent.shift();
      gathering ??= setTimeout(() => void flush(), gatherMs).unref();
    },
    onPublish(listener) {
      publishListeners.push(listener);
    },
    subscribe(companyId, listener) {
      const all = listeners.get(companyId) ?? new Set();
      listeners.set(companyId, all);
      all.add(listener);
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(companyId);
      };
    },
    heardSince(companyId, since) {
      const list = heard.get(companyId) ?? [];
      const isFull = list.length === keptChanges && (list[0]?.at ?? 0) > since;
      const now = Date.now();
      // A phone's clock may be ahead.
      if (since < knownSince || since < now - keptMs || since > now || isFull) return undefined;
      return list.filter(({ at }) => at >= since).map(({ change }) => change);
    },
    async stop() {
      isStopped = true;
      clearInterval(alive);
      clearTimeout(gathering);
      clearTimeout(retrying);
      await connecting;
      await flush();
      await notify([JSON.stringify({ server, leaves: true } satisfies Note)]).catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
