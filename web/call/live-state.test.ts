import { afterEach, expect, it } from 'vitest';
import { polled, setLive } from './live-state.ts';

afterEach(() => setLive(false));

it('polls while nothing says what changes, where the clock changes the answer, and after a failure', () => {
  const answered = { state: { error: null } };
  const failed = { state: { error: new Error('no answer') } };
  const [stops, slows] = [polled(10), polled(10, 60)];
  const intervals = () =>
    [stops, slows].flatMap(({ refetchInterval }) => [refetchInterval(answered), refetchInterval(failed)]);
  expect(intervals()).toEqual([10, 10, 10, 10]);
  setLive(true);
  expect(intervals()).toEqual([false, 10, 60, 10]);
});
