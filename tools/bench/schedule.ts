/** The schedule of the largest company: 200 people in three shifts, a month. */
import { addMonths, monthOf } from '#domain/dates.ts';
import type { Engine } from '#tests/support/test-cluster.ts';
import { type Figure, median } from './figures.ts';
import { productCommand, startServerProcess } from './processes.ts';
import { withDurableDatabase } from './scan.ts';

const calls = 20;
const kinds = [
  { name: 'Day', code: 'D', starts: '07:00', ends: '15:30', breakMinutes: 30, locationId: null },
  { name: 'Evening', code: 'E', starts: '15:30', ends: '23:30', breakMinutes: 30, locationId: null },
  { name: 'Night', code: 'N', starts: '22:00', ends: '06:00', breakMinutes: 30, locationId: null },
];
/** Two days of each kind and two free ones. */
const rotationOf = (ids: string[]) => [...ids.flatMap((id) => [id, id]), null, null];

export async function measureSchedule(engine: Engine): Promise<Figure[]> {
  return withDurableDatabase(engine, async (connectionString, { people }) => {
    const server = await startServerProcess(productCommand, { DATABASE_URL: connectionString });
    const send = async <T>(method: string, path: string, body?: unknown) => {
      const startedAt = performance.now();
      const response = await fetch(server.origin + path, {
        method,
        headers: {
          cookie: `maina_session=${people[0]?.token}`,
          origin: server.origin,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return { tookMs: performance.now() - startedAt, bytes: text.length, answer: JSON.parse(text) as T };
    };
    try {
      const ids: string[] = [];
      for (const kind of kinds) {
        ids.push((await send<{ id: string }>('POST', '/api/shift-kinds', kind)).answer.id);
      }
      const rotation = rotationOf(ids);
      const { start, end } = monthOf(`${addMonths(new Date().toISOString().slice(0, 7), 1)}-01`);
      const dates = { startDate: start, endDate: end };
      const userIds = people.map(({ id }) => id);
      const firstDay = Object.fromEntries(userIds.map((id, index) => [id, index % rotation.length]));
      const filled = await send('POST', '/api/schedule/fill', { ...dates, userIds, rotation, firstDay });
      const path = `/api/schedule?${new URLSearchParams(dates)}`;
      const first = await send('GET', path);
      const repeated: number[] = [];
      for (let call = 0; call < calls; call += 1) repeated.push((await send('GET', path)).tookMs);
      const saved: number[] = [];
      for (const userId of userIds.slice(0, calls)) {
        const body = { days: [{ userId, date: start, shifts: [] }] };
        saved.push((await send('PUT', '/api/schedule/days', body)).tookMs);
      }
      const changed = await send('GET', path);
      const published = await send('POST', '/api/schedule/publish', { ...dates, reason: 'First schedule' });
      const ms = (name: string, value: number, note?: string): Figure => ({
        name,
        value,
        unit: 'ms',
        ...(note && { note }),
      });
      return [
        ms('Schedule of 200 people, a month, read again', median(repeated)),
        ms('The same read for the first time', first.tookMs, 'warnings are computed'),
        ms('The same after a day of some has changed', changed.tookMs),
        { name: 'Its answer, uncompressed', value: first.bytes / 1e6, unit: 'MB' },
        ms('One day saved', median(saved)),
        ms('Rotation filled in for everybody', filled.tookMs),
        ms('Published to everybody', published.tookMs),
      ];
    } finally {
      await server.stop();
    }
  });
}
