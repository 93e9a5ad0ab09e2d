import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Quota, quotaOf, tooManyRequests } from '../throttle.ts';
import { networkOf } from './address.ts';

/*
 * The general rate limit. It is counted in the memory of each server, so that it costs no query; with several servers
 * the limits add up. Exact limits are counted in the database (throttle.ts).
 */

const seconds = 60;
/**
 * Points per minute: of a person, in all their sessions, so that 100 scans stored on a phone can be sent at once; of a
 * company, so that hundreds of people can check in within one minute; of an address without a session, which a whole
 * factory may share.
 */
const points = { person: 600, company: 12_000, address: 3_000 };

/** The points that one request costs. */
const costOf = ({ cost, method }: Counted) => cost ?? (method === 'GET' ? 1 : 3);

type Counted = { cost?: number; method?: Endpoint['method'] };

export type RequestLimits = ReturnType<typeof createRequestLimits>;

export function createRequestLimits(rateLimitFactor: number) {
  const createLimiter = (name: keyof typeof points) =>
    new RateLimiterMemory({
      keyPrefix: name,
      points: Math.max(1, Math.round(points[name] * rateLimitFactor)),
      duration: seconds,
    });
  const policyOf = ({ keyPrefix, points }: RateLimiterMemory) => ({
    policy: keyPrefix,
    limit: points,
    seconds,
  });
  const people = createLimiter('person');
  const companies = createLimiter('company');
  const addresses = createLimiter('address');
  /** Sessions of people over their limit: refused without a query. */
  const refusedSessions = new RateLimiterMemory({ keyPrefix: 'session', points: 0, duration: seconds });

  const take = async (limiter: RateLimiterMemory, key: string, endpoint: Counted): Promise<Quota> => {
    try {
      return quotaOf(policyOf(limiter), await limiter.consume(key, costOf(endpoint)));
    } catch (reason) {
      throw tooManyRequests(reason, policyOf(limiter));
    }
  };
  return {
    /** Counts a request without a known session or key. */
    async takeOfAddress(address: string, endpoint: Endpoint): Promise<Quota> {
      return take(addresses, networkOf(address, { ipv4: 32, ipv6: 64 }), endpoint);
    },

    /** Counts a page that anybody may open; `cost` as in the contract's table. */
    async takeOfPage(address: string, cost = 1): Promise<void> {
      await take(addresses, networkOf(address, { ipv4: 32, ipv6: 64 }), { cost });
    },

    /** Refuses a session of somebody who is over their limit, without a query. */
    async refuseSession(token: string): Promise<void> {
      const refusal = await refusedSessions.get(token);
      if (refusal) throw tooManyRequests(refusal, policyOf(people));
    },

    /** Counts a request of a person, and of their company. */
    async takeOfPerson(
      viewer: { companyId: string; userId: string },
      token: string,
      endpoint: Endpoint,
    ): Promise<Quota> {
      const key = `${viewer.companyId} ${viewer.userId}`;
      const quota = await take(people, key, endpoint).catch(async (error) => {
        const left = await people.get(key);
        if (left) await refusedSessions.block(token, left.msBeforeNext / 1000);
        throw error;
      });
      await take(companies, viewer.companyId, endpoint);
      return quota;
    },

    /** Counts a request of a company's API key, which has a limit of its own. */
    async takeOfCompany(companyId: string, endpoint: Counted): Promise<void> {
      await take(companies, companyId, endpoint);
    },
  };
}
