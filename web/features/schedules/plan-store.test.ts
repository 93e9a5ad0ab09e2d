import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlanStore } from './plan-store.ts';
import type { Shift } from './ranges.ts';
import type { Cell } from './store-parts.ts';

const shift = (starts: string, ends: string): Shift => ({
  ...{ starts, ends, breakMinutes: 0, locationId: null, kindId: null, note: null },
});
const [day, night] = [shift('07:00', '15:00'), shift('22:00', '06:00')];
const dates = ['2026-07-01', '2026-07-02', '2026-07-03'];
const cell = (date: number, ...shifts: Shift[]): Cell => ({
  userId: 'anna',
  date: dates[date] ?? '',
  shifts,
});

type Answer = { before: Cell[]; after: Cell[]; version: number };
let requests: { days: Cell[]; ifVersion: number; answer: PromiseWithResolvers<Answer> }[];
const told = { onConflict: vi.fn(), onOverlap: vi.fn(), onRefused: vi.fn() };
let store: ReturnType<typeof createPlanStore>;

const onServer = (version: number, ...days: Cell[]) =>
  store.load({ people: [{ user: { id: 'anna' }, days: days as never }], version }, dates);
const shown = () =>
  dates.map((date) =>
    store
      .read('anna', date)
      .map(({ starts }) => starts)
      .join(),
  );
const state = () => store.status().split(' ')[0];
const accept = async (index: number, version: number) => {
  const request = requests[index];
  request?.answer.resolve({ before: [], after: request.days, version });
  await expect.poll(state).not.toBe('saving');
};

beforeEach(() => {
  requests = [];
  for (const each of Object.values(told)) each.mockReset();
  store = createPlanStore({
    ...{ timeZone: 'Europe/Riga', delayMs: 1e6, ...told },
    isConflict: (error) => (error as Error).message === 'conflict',
    save: (days, ifVersion) => {
      const answer = Promise.withResolvers<Answer>();
      requests.push({ days, ifVersion, answer });
      return answer.promise;
    },
  });
  onServer(5);
});

describe('saving', () => {
  it('sends several changes in one request with the version that was read, and then what was typed meanwhile', async () => {
    store.change([cell(0, day)]);
    store.change([cell(1, day)]);
    void store.flush();
    store.change([cell(1, night)]);
    await store.flush();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ days: [cell(0, day), cell(1, day)], ifVersion: 5 });
    await accept(0, 6);
    void store.flush();
    expect(requests[1]).toMatchObject({ days: [cell(1, night)], ifVersion: 6 });
    await accept(1, 7);
    expect(state()).toBe('saved');
    expect(store.isUnsaved('anna', dates[1] ?? '')).toBe(false);
  });

  it('keeps what was typed after an error, and sends it with the next change', async () => {
    store.change([cell(0, day)]);
    const saving = store.flush();
    requests[0]?.answer.reject(new Error('network'));
    await saving;
    expect(told.onRefused).toHaveBeenCalledOnce();
    expect([state(), store.isUnsaved('anna', dates[0] ?? '')]).toEqual(['failed', true]);
    store.change([cell(2, day)]);
    void store.flush();
    expect(requests[1]?.days).toEqual([cell(0, day), cell(2, day)]);
  });

  it('reads again after a conflict: the other planner’s day stays, the rest is sent', async () => {
    store.change([cell(0, day), cell(1, day)]);
    const saving = store.flush();
    requests[0]?.answer.reject(new Error('conflict'));
    await saving;
    expect(told.onRefused).not.toHaveBeenCalled();
    onServer(8, cell(0, night));
    expect(told.onConflict).toHaveBeenCalledWith([cell(0, night)]);
    expect(shown()).toEqual(['22:00', '07:00', '']);
    void store.flush();
    expect(requests[1]).toMatchObject({ days: [cell(1, day)], ifVersion: 8 });
  });

  it('does not take a version for read that another planner’s change is in', async () => {
    store.change([cell(0, day)]);
    void store.flush();
    await accept(0, 7);
    store.change([cell(1, day)]);
    void store.flush();
    expect(requests[1]?.ifVersion).toBe(5);
  });

  it('sends no shifts that overlap, and everything else', async () => {
    store.change([cell(0, night), cell(1, shift('05:00', '12:00')), cell(2, day)]);
    void store.flush();
    expect(requests[0]?.days).toEqual([cell(2, day)]);
    expect(told.onOverlap).toHaveBeenCalledOnce();
    await accept(0, 6);
    store.change([cell(1)]);
    void store.flush();
    expect(requests[1]?.days).toEqual([cell(0, night)]);
  });
});

describe('undo', () => {
  it('takes back one step after another, and repeats them', () => {
    onServer(6, cell(0, night));
    store.change([cell(0, day), cell(1, day)]);
    store.change([cell(2, day)]);
    store.undo();
    expect(shown()).toEqual(['07:00', '07:00', '']);
    store.undo();
    expect(shown()).toEqual(['22:00', '', '']);
    expect(state()).toBe('saved');
    store.redo();
    expect(shown()).toEqual(['07:00', '07:00', '']);
    store.change([cell(1)]);
    expect(store.redo()).toEqual([]);
  });

  it('takes back what the server has filled, also dates that are not on screen', () => {
    const far = { userId: 'anna', date: '2026-09-01', shifts: [day] };
    store.accept({ before: [{ ...far, shifts: [] }], after: [far], version: 6 });
    expect(store.undo()).toHaveLength(1);
    void store.flush();
    expect(requests[0]).toMatchObject({ days: [{ ...far, shifts: [] }], ifVersion: 6 });
  });
});
