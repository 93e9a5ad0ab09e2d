import type { contract, EndpointName, EndpointRequest, EndpointResponse } from '#contract/index.ts';
import type { CompanyContext, Context, KioskContext, PublicContext } from '#server/context.ts';
import type { EventStream } from '../live/event-stream.ts';
import type { FileAnswer } from './file-answer.ts';

type ContextOf<K extends EndpointName> = (typeof contract)[K]['access'] extends 'public'
  ? PublicContext
  : (typeof contract)[K]['access'] extends 'kiosk'
    ? KioskContext
    : (typeof contract)[K] extends { apiKey: true }
      ? CompanyContext
      : Context;

/** A handler returns nothing where the answer says nothing. */
type Returned<K extends EndpointName> =
  | Promise<
      | EndpointResponse<K>
      | ((typeof contract)[K] extends { files: unknown } ? FileAnswer | EventStream : never)
    >
  | (EndpointResponse<K> extends null
      ? Promise<void>
      : Record<never, never> extends EndpointResponse<K>
        ? Promise<void>
        : never);

/** The function of a service that answers an endpoint, and has its name. */
export type Handler<K extends EndpointName> = (
  context: ContextOf<K>,
  ...input: unknown extends EndpointRequest<K> ? [] : [request: EndpointRequest<K>]
) => Returned<K>;

export type Handlers = { [K in EndpointName]: Handler<K> };

/** Takes the handlers of these endpoints from a service. The compiler reports an endpoint without one. */
export function serve<E extends Partial<typeof contract>>(
  endpoints: E,
  service: Pick<Handlers, keyof E & EndpointName>,
): Pick<Handlers, keyof E & EndpointName> {
  const names = Object.keys(endpoints) as (keyof E & EndpointName)[];
  return Object.fromEntries(names.map((name) => [name, service[name]])) as Pick<
    Handlers,
    keyof E & EndpointName
  >;
}
