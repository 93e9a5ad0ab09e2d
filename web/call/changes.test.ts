import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { refetchChanged } from './changes.ts';

/** A query on screen, whose answers are given by the test. */
function shown(queryClient: QueryClient, queryKey: string[]) {
  const answers: ((value: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  observer.subscribe(() => undefined);
  return {
    asked: () => answers.length,
    answer: (value: string) => answers.at(-1)?.(value),
    data: () => observer.getCurrentResult().data,
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function loaded(queryClient: QueryClient, queryKey: string[]) {
  const query = shown(queryClient, queryKey);
  query.answer('before');
  await settled();
  return query;
}

describe('after a change', () => {
  it('what shows it is read again, and nothing else', async () => {
    const queryClient = new QueryClient();
    const months = await loaded(queryClient, ['time-records', 'months', 'listMonth']);
    const people = await loaded(queryClient, ['employees', 'listEmployees']);
    void refetchChanged(queryClient, ['months']);
    expect([months.asked(), people.asked()]).toEqual([2, 1]);
    void refetchChanged(queryClient, []);
    expect([months.asked(), people.asked()]).toEqual([2, 1]);
    void refetchChanged(queryClient, ['everything']);
    expect([months.asked(), people.asked()]).toEqual([3, 2]);
    queryClient.clear();
  });

  it('a first load that began before it does not stay on screen', async () => {
    const queryClient = new QueryClient();
    const requests = shown(queryClient, ['corrections']);
    const done = refetchChanged(queryClient, ['corrections']);
    requests.answer('after');
    await done;
    expect([requests.asked(), requests.data()]).toEqual([2, 'after']);
    queryClient.clear();
  });
});

describe('the contract', () => {
  it('names a tag on both sides: what is read is changed by something, and what is changed is read', () => {
    const endpoints: Endpoint[] = Object.values(contract);
    const read = endpoints.flatMap(({ reads = [] }) => reads);
    const changed = endpoints.flatMap(({ changes = [] }) => changes).filter((tag) => tag !== 'everything');
    // Parts of the time records, which every change of them includes.
    const parts = ['dashboard', 'reports', 'months', 'corrections'];
    expect(new Set(changed)).toEqual(new Set(read));
    for (const { reads = [] } of endpoints) {
      if (reads.some((tag) => parts.includes(tag))) expect(reads).toContain('time-records');
    }
  });
});
