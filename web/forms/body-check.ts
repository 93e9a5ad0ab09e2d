/* What is typed, checked by the contract's schemas: the same rules and messages as on the server. */
import { useEffect } from 'react';
import type { EndpointInput, EndpointName, EndpointRequest } from '#contract/index.ts';
import type { AreaKey } from '#web/i18n/areas.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

type Fields = Record<string, unknown>;
/** Endpoints that take a body. */
export type FormEndpoint = {
  [K in EndpointName]: 'body' extends keyof EndpointInput<K> ? K : never;
}[EndpointName];
type BodyOf<Parts> = 'body' extends keyof Parts ? NonNullable<Parts['body']> : never;
export type BodyInput<K extends EndpointName> = BodyOf<EndpointInput<K>> & Fields;
export type BodyOutput<K extends EndpointName> = BodyOf<EndpointRequest<K>>;

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined };
type Checked<Body> = { value: Body; issues?: undefined } | { issues: readonly Issue[] };

// The schemas and their library weigh 8 KB and are not needed before the first input.
const loadContract = () => import('#contract/index.ts');

/** Returns a check of an endpoint's body, with messages in the reader's language. Area `validation`. */
export function useBodyCheck<K extends FormEndpoint>(
  endpoint: K,
): (body: BodyInput<K>) => Promise<Checked<BodyOutput<K>>> {
  const { t } = useTranslation('validation');
  useEffect(() => {
    const load = () => void loadContract().catch(() => undefined);
    document.addEventListener('input', load, { once: true });
    return () => document.removeEventListener('input', load);
  }, []);

  return async (body) => {
    const loaded = await loadContract().catch(() => undefined);
    // Cannot be loaded offline: then the server validates, or the request fails with its own message.
    if (!loaded) return { value: body as unknown as BodyOutput<K> };
    const result = await loaded.contract[endpoint].body['~standard'].validate(body);
    if (!result.issues) return { value: result.value as BodyOutput<K> };
    return {
      issues: result.issues.map((issue) => {
        const sentence = t(issue.message as AreaKey<'validation'>);
        return { ...issue, message: sentence === issue.message ? t('invalid') : sentence };
      }),
    };
  };
}
