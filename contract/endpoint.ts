/** One entry describes an endpoint: `get('/api/flags', 'team', { query, response })` in `contract/<feature>.ts`. */
import type * as z from 'zod/mini';
import type { ErrorCode } from './error.ts';
import type { Access, KeyScope } from './policy.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Path = `/api/${string}`;

type Schemas = {
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  /** A caller who accepts application/x-ndjson receives the text while it is written, as lines of JSON. */
  drafts?: true;
  /** Types of the file that is the endpoint's body, instead of JSON. */
  upload?: readonly string[];
  /** Types of the files that the endpoint may answer with instead of JSON, as its query asks. */
  files?: readonly string[];
  /** HTTP status of success; 200 by default. */
  status?: 201 | 204;
};

/** What is true of an endpoint beside its address and its schemas. */
type Traits = {
  /** The errors that it may answer, beyond those that follow from its other traits (server/platform/http/endpoint-errors.ts). */
  throws?: readonly ErrorCode[];
  /** The event under which the audit logs each call (docs/operations.md "The audit"). */
  audit?: string;
  /** Allowed while the viewer still has to choose a password of their own. */
  beforePasswordChange?: true;
  /**
   * Whether visitors of the shared demo company may call it (docs/decisions/0070-live-demo.md). By default they only read:
   * false hides what tells of other visitors; true lets them write what holds no text and mails nobody.
   */
  demo?: boolean;
  /** When it was deprecated, when it will be removed (dates in UTC), and the endpoint that replaces it. */
  deprecated?: { since: string; until: string; instead: Path };
  /** The points of one call in the general rate limit: 1 for reading and 3 for anything else by default. */
  cost?: number;
};

/** What queries show. Those that read what a call `changes` are refetched after it. */
export type Tag =
  /** Entries, breaks, absences, requests, approvals, work reports, and every figure computed from them. */
  | 'time-records'
  /** Parts of them: open questions and decisions; who is at work; months and their files; reports. */
  | 'corrections'
  | 'dashboard'
  | 'months'
  | 'reports'
  | 'employees'
  | 'locations'
  | 'messages'
  | 'subscription'
  | 'work-rules'
  | 'schedules'
  /** Settings of the company, its devices and keys. */
  | 'company'
  /** The person signed in, and what they set up for themselves. */
  | 'user'
  | 'account';

type WriteTraits = Traits & {
  /** 'everything' is for settings on which every figure depends. */
  changes?: readonly (Tag | 'everything')[];
  /** An API key with this scope may call it as well (docs/decisions/0076-keys-that-write.md). */
  apiKey?: Exclude<KeyScope, 'read'>;
};

/** For endpoints that only read. */
type ReadTraits = Traits & {
  reads?: readonly Tag[];
  /** An API key of the company may call it as well (docs/decisions/0050-api-keys.md). */
  apiKey?: true;
  /** It reads much: a replica of the database may answer. */
  replica?: true;
  /** The part of the response that the entity tag is made of: what a PUT or DELETE of the same path overwrites. By default all of it. */
  tag?: (response: never) => unknown;
};

type ForKeys = Exclude<Access, 'public' | 'kiosk' | 'signed-in'>;

export type Endpoint = {
  method: Method;
  path: Path;
  /** The row of the policy that says who may call it, and about whom. */
  access: Access;
  reads?: readonly Tag[];
  changes?: WriteTraits['changes'];
  tag?: (response: never) => unknown;
} & Traits &
  Schemas &
  (
    | { apiKey?: never }
    // A key reads what is the company's, not what is somebody's own.
    | { apiKey: true; method: 'GET'; access: ForKeys }
    | { apiKey: Exclude<KeyScope, 'read'>; method: Exclude<Method, 'GET'>; access: ForKeys }
  ) &
  ({ replica?: never } | { replica: true; method: 'GET' });

const by =
  <M extends Method, T extends Traits>(method: M) =>
  <const P extends Path, const A extends Access, const E extends Schemas & T>(
    path: P,
    access: A,
    endpoint: E,
  ) => ({ method, path, access, ...endpoint });

export const get = by<'GET', ReadTraits>('GET');
export const post = by<'POST', WriteTraits>('POST');
export const put = by<'PUT', WriteTraits>('PUT');
export const del = by<'DELETE', WriteTraits>('DELETE');

/** Whether visitors of the shared demo company may call the endpoint. */
export const isOpenInDemo = ({ demo, method }: Pick<Endpoint, 'demo' | 'method'>): boolean =>
  demo ?? method === 'GET';
