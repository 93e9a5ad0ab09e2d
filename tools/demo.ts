/** Runs the product with a demo company for each country, in a separate data folder. */
import { readConfigAtTerminal } from '#server/config.ts';
import { seedDemo } from '#server/demo/seed-demo.ts';
import { describeServer, explain, runServer } from '#server/main.ts';
import { ensureWebIsBuilt } from '#tools/build/build.ts';

try {
  const settings = readConfigAtTerminal();
  if (settings.databaseUrl) {
    throw new Error(
      'These settings are not valid:\n' +
        '  DATABASE_URL: the demo writes into a database of its own only; unset it, or use npm start',
    );
  }
  await ensureWebIsBuilt();
  const server = await runServer({
    ...settings,
    dataDir: `${settings.dataDir}-demo`,
    // It has the people of the shared demo itself, and keeps nothing from you.
    demo: false,
  });
  const [latvian, ...others] = await seedDemo(server.connectionString);
  const { admin, employee, password, locationCode } = latvian;
  console.log(
    [
      '',
      `  Maina's demo is ready:  ${server.origin}`,
      '  Kokamatnieks SIA: 25 people at 5 locations, 90 days of history, some at work right now.',
      '',
      `  Administrator:       ${admin}`,
      `  Employee (a phone):  ${employee}`,
      `  Password of both:    ${password}`,
      `  A code to check in:  ${locationCode}`,
      '',
      '  Smaller companies with the sheets of their countries, and the same password:',
      ...others.map((other) => `  ${`${other.company}:`.padEnd(27)}${other.admin}`),
      '',
      ...describeServer(server),
      '',
    ].join('\n'),
  );
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
