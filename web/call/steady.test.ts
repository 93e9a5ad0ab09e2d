import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { afterClick, watchPointer, whenStill } from './steady.ts';

const pointer = new EventTarget();
const happens = (type: string) => pointer.dispatchEvent(new Event(type));

beforeAll(() => {
  vi.useFakeTimers();
  watchPointer(pointer);
});
afterEach(() => vi.advanceTimersByTimeAsync(10_000));
afterAll(() => vi.useRealTimers());

it('changes nothing between a press and its click', async () => {
  const change = vi.fn();
  happens('pointerdown');
  afterClick(change);
  await vi.advanceTimersByTimeAsync(200);
  happens('pointerup');
  expect(change).not.toHaveBeenCalled();
  happens('click');
  await vi.advanceTimersByTimeAsync(0);
  expect(change).toHaveBeenCalledOnce();
  afterClick(change);
  expect(change).toHaveBeenCalledTimes(2);
});

it.each([
  ['a press without a click', ['pointerdown', 'pointerup'], 49],
  ['a finger that scrolls', ['pointerdown', 'pointercancel'], 0],
  ['a press that does not end', ['pointerdown'], 2999],
])('is not held by %s', async (_, events, ms) => {
  const change = vi.fn();
  for (const type of events) happens(type);
  afterClick(change);
  if (ms > 0) await vi.advanceTimersByTimeAsync(ms);
  expect(change).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(change).toHaveBeenCalledOnce();
});

it('waits until the pointer is still, but not for ever', async () => {
  const still = vi.fn();
  void whenStill().then(still);
  await vi.advanceTimersByTimeAsync(0);
  expect(still).toHaveBeenCalledTimes(1);

  happens('pointermove');
  void whenStill().then(still);
  await vi.advanceTimersByTimeAsync(600);
  happens('scroll');
  await vi.advanceTimersByTimeAsync(699);
  expect(still).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(still).toHaveBeenCalledTimes(2);

  happens('pointermove');
  void whenStill().then(still);
  for (let ms = 0; ms < 2900; ms += 100) {
    happens('pointermove');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(still).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(still).toHaveBeenCalledTimes(3);
});
