/** Compares the same requests on servers with databases of different sizes. */
import { type Figure, median } from './figures.ts';
import { openConnection } from './load.ts';

const warmUps = 50;
const repetitions = 400;

/** Builds the next raw request of a kind. */
export type Operations = Record<string, () => string>;
export type MeasuredServer = { origin: string; operations: Operations };

/** Median cost of each operation on each `larger` server, as a multiple of its cost on `base`. */
export async function compareCosts(
  base: MeasuredServer,
  larger: Record<string, MeasuredServer>,
  atMost: number,
): Promise<Figure[]> {
  const servers = await Promise.all(
    Object.entries({ '': base, ...larger }).map(async ([what, { origin, operations }]) => ({
      what,
      operations,
      connection: await openConnection(origin),
    })),
  );
  const figures: Figure[] = [];
  for (const operation of Object.keys(base.operations)) {
    const tookMs = new Map(servers.map(({ what }) => [what, [] as number[]]));
    for (let repetition = -warmUps; repetition < repetitions; repetition += 1) {
      // The order changes, so that no server always follows a slow one.
      for (const position of servers.keys()) {
        const server = servers[(position + repetition + warmUps) % servers.length];
        if (!server) continue;
        const request = server.operations[operation]?.() ?? '';
        const startedAt = performance.now();
        await server.connection.send(request);
        if (repetition >= 0) tookMs.get(server.what)?.push(performance.now() - startedAt);
      }
    }
    const baseMs = median(tookMs.get('') ?? []);
    for (const what of Object.keys(larger)) {
      const ms = median(tookMs.get(what) ?? []);
      figures.push({
        name: `${operation}: ${what}`,
        value: ms / baseMs,
        unit: '×',
        atMost,
        note: `${ms.toFixed(2)} ms against ${baseMs.toFixed(2)} ms`,
      });
    }
  }
  for (const { connection } of servers) connection.close();
  return figures;
}
