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

it('ignores the second click of a double click only on another control in the same place', () => {
  const click = (control: string, detail: number, x: number) => {
    const event = Object.assign(new Event('click', { cancelable: true }), { detail, clientX: x, clientY: 9 });
    Object.defineProperty(event, 'target', { value: { closest: () => control } });
    pointer.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(click('Approve Anna', 1, 100)).toBe(false);
  expect(click('Approve Jānis', 2, 103)).toBe(true);
  expect(click('Approve Jānis', 1, 103)).toBe(false);
  expect(click('Approve Jānis', 2, 103)).toBe(false);
  expect(click('key 1', 1, 20)).toBe(false);
  expect(click('key 2', 2, 64)).toBe(false);
});
