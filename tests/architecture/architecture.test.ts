import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answeredElsewhere, featureEdges, tableWriters, withoutEndpoints } from './parts.ts';
import * as rules from './rules.ts';

const root = `${import.meta.dirname}/../..`;
const files = globSync('{clients,contract,domain,server,web,locales,tools,tests}/**/*.{ts,tsx}', {
  cwd: root,
  // Below, this file makes up files that break the rules.
  exclude: ['tests/architecture/architecture.test.ts', 'clients/*/dist/**'],
}).map((path) => ({
  path: path.split(sep).join('/'),
  text: readFileSync(join(root, path), 'utf8'),
}));

describe('the tree', () => {
  it('is read', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it('has every file in a known part', () => {
    expect(rules.homelessFiles(files)).toEqual([]);
  });

  it('has a file behind every import of its own', () => {
    const missing = files.flatMap(rules.importsOf).filter(({ to }) => !existsSync(join(root, to)));
    expect(missing).toEqual([]);
  });

  it('has no import that climbs over a wall', () => {
    expect(rules.wallBreaches(files)).toEqual([]);
  });

  it('has no file that imports itself in a circle', () => {
    expect(rules.importCircles(files)).toEqual([]);
  });

  it('has no features that use each other in a circle', () => {
    expect(rules.circlesIn(new Map(Object.entries(featureEdges)))).toEqual([]);
    expect(rules.featureCircles(files)).toEqual([]);
  });

  it('names a feature alike on every floor', () => {
    const namesOf = (pattern: RegExp) => new Set(files.flatMap(({ path }) => pattern.exec(path)?.[1] ?? []));
    const inContract = new Set(
      files.flatMap(({ path, text }) =>
        /Endpoints = \{/.test(text) ? (/^contract\/([a-z-]+)\.ts$/.exec(path)?.[1] ?? []) : [],
      ),
    );
    const onServer = namesOf(/^server\/features\/([^/]+)\//).difference(withoutEndpoints);
    expect([...onServer].toSorted()).toEqual([...inContract.difference(answeredElsewhere)].toSorted());
    expect([...namesOf(/^web\/features\/([^/]+)\//).difference(inContract)]).toEqual([]);
  });

  it('uses every edge between features', () => {
    expect(rules.unusedFeatureEdges(files)).toEqual([]);
  });

  it('imports packages only where they may be known', () => {
    expect(rules.packageBreaches(files)).toEqual([]);
  });

  it('calls fetch only in the API client', () => {
    expect(rules.fetchBreaches(files)).toEqual([]);
  });

  it('reads the environment only in the configuration', () => {
    expect(rules.environmentBreaches(files)).toEqual([]);
  });

  it('queries only in `*.queries.ts` and the platform', () => {
    expect(rules.queryBreaches(files)).toEqual([]);
  });

  it('sorts names only by `domain/names.ts`', () => {
    expect(rules.nameOrderBreaches(files)).toEqual([]);
  });

  it('loads all texts of a page with the page', () => {
    expect(rules.lateTexts(files)).toEqual([]);
  });

  it('writes each table in one feature or part', () => {
    expect(rules.writeBreaches(files)).toEqual([]);
  });

  it('has one writer for every table there is', () => {
    const types = readFileSync(join(root, 'server/generated/types.ts'), 'utf8');
    const [, tables = ''] = /export interface DB \{([^}]*)\}/.exec(types) ?? [];
    const names = [...tables.matchAll(/^\s*(\w+):/gm)].map(([, name = '']) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(names.toSorted()).toEqual(Object.keys(tableWriters).toSorted());
  });
});

/** What the rules exist to refuse, as files that nobody wrote. */
describe('a trespass is refused', () => {
  const only = (path: string, ...lines: string[]) => [{ path, text: lines.join('\n') }];

  it('a page that does not load the texts it uses, itself or through imports; lazy parts may load theirs later', () => {
    const tree = [
      ...only(
        'web/app/pages.ts',
        "page('reports', ['reports'], () => import('../features/reports/page.tsx'))",
        "loadPage(() => import('../features/messages/page.tsx'), ['messages'])",
      ),
      ...only(
        'web/features/reports/page.tsx',
        "import { Table } from './table.tsx';",
        "const Chart = lazyPart(async () => (await import('./chart.tsx')).Chart);",
        "useTranslation(['reports', 'overview'])",
      ),
      ...only('web/features/reports/table.tsx', "useTranslation('hours')"),
      ...only('web/features/reports/chart.tsx', "useTranslation('charts')"),
      ...only('web/features/messages/page.tsx', "useTranslation('messages')", "useTranslation('dates')"),
    ];
    expect(rules.lateTexts(tree)).toEqual([
      'web/features/reports/page.tsx: overview of web/features/reports/page.tsx',
      'web/features/reports/page.tsx: hours of web/features/reports/table.tsx',
      'web/features/messages/page.tsx: dates of web/features/messages/page.tsx',
    ]);
  });

  it('a file of no room, which imports a feature and is imported by another', () => {
    const tunnel = [
      ...only('web/tunnel.tsx', "export { Ask } from './features/ask/ask-dialog.tsx';"),
      ...only('web/features/reports/reports-page.tsx', "import { Ask } from '../../tunnel.tsx';"),
    ];
    expect(rules.homelessFiles(tunnel)).toEqual(['web/tunnel.tsx']);
    expect(rules.wallBreaches(tunnel)).toEqual([
      'web/tunnel.tsx -> web/features/ask/ask-dialog.tsx',
      'web/features/reports/reports-page.tsx -> web/tunnel.tsx',
    ]);
  });

  it('a fixture as a tunnel: to another feature, and from a page to the database', () => {
    const tunnels = [
      ...only(
        'server/features/contact/tunnel.fixture.ts',
        "export { eraseUsers } from '../employees/employees.queries.ts';",
      ),
      ...only(
        'server/features/contact/contact.service.ts',
        "import { eraseUsers } from './tunnel.fixture.ts';",
      ),
      ...only(
        'web/features/reports/tunnel.fixture.ts',
        "export * from '#server/platform/database/database.ts';",
      ),
      ...only('web/features/reports/reports-page.tsx', "import { openDatabase } from './tunnel.fixture.ts';"),
      ...only('web/features/reports/reports.test.ts', "import { openDatabase } from './tunnel.fixture.ts';"),
    ];
    expect(rules.wallBreaches(tunnels)).toEqual([
      'server/features/contact/contact.service.ts -> server/features/contact/tunnel.fixture.ts',
      'web/features/reports/reports-page.tsx -> web/features/reports/tunnel.fixture.ts',
    ]);
  });

  it.each(['await import(`../ask/ask-dialog.tsx`)', 'import { Ask } from "../ask/ask-dialog.tsx";'])(
    'another feature in other quotes: %s',
    (text) => {
      const page = 'web/features/reports/reports-page.tsx';
      expect(rules.wallBreaches(only(page, text))).toEqual([`${page} -> web/features/ask/ask-dialog.tsx`]);
    },
  );

  it.each([
    "import { env } from 'node:process';",
    "import * as machine from 'process';",
    "const { env } = await import('node:process');",
  ])('the environment by its module: %s', (text) => {
    const path = 'server/features/contact/contact.service.ts';
    expect(rules.environmentBreaches(only(path, text))).toEqual([path]);
  });

  it.each([
    'const request = new XMLHttpRequest();',
    "navigator.sendBeacon('/api/contact', text);",
    "const events = new EventSource('/api/events');",
    "const socket = new WebSocket('wss://maina.app');",
  ])('a request past the API client: %s', (text) => {
    const path = 'web/features/reports/reports-page.tsx';
    expect(rules.fetchBreaches(only(path, text))).toEqual([path]);
  });

  it.each(["const { t } = await import('i18next');", 'await import(`i18next`)', "import 'i18next';"])(
    'a package of the server, loaded later or for its effect: %s',
    (text) => {
      const path = 'web/features/reports/reports-page.tsx';
      expect(rules.packageBreaches(only(path, text))).toEqual([`${path} -> i18next`]);
    },
  );

  it('a root file of the web that is imported by anything but the first one', () => {
    const text = "import { routes } from '../routes.tsx';";
    expect(rules.wallBreaches(only('web/app/root.tsx', text))).toEqual([
      'web/app/root.tsx -> web/routes.tsx',
    ]);
    expect(rules.wallBreaches(only('web/main.tsx', "import { routes } from './routes.tsx';"))).toEqual([]);
  });

  it('the service worker importing a feature', () => {
    const text = "import { money } from '../features/subscription/money.ts';";
    expect(rules.wallBreaches(only('web/pwa/sw.ts', text))).toEqual([
      'web/pwa/sw.ts -> web/features/subscription/money.ts',
    ]);
  });

  it('the web importing the library of texts that the server has', () => {
    const page = 'web/features/auth/auth-page.tsx';
    expect(rules.packageBreaches(only(page, "import { useTranslation } from 'react-i18next';"))).toEqual([
      `${page} -> react-i18next`,
    ]);
    expect(rules.packageBreaches(only('web/i18n/i18n.ts', "import type { T } from 'i18next';"))).toEqual([
      'web/i18n/i18n.ts -> i18next',
    ]);
  });

  it('the published client knowing the server, or a package but its own', () => {
    const client = only(
      'clients/typescript/client.ts',
      "import { ERRORS } from '../../contract/error.ts';",
      "import createClient from 'openapi-fetch';",
      "import * as z from 'zod';",
    );
    expect(rules.wallBreaches(client)).toEqual(['clients/typescript/client.ts -> contract/error.ts']);
    expect(rules.packageBreaches(client)).toEqual(['clients/typescript/client.ts -> zod']);
  });

  it('the API client importing what stands above it', () => {
    const text = "import { update } from '../pwa/updates.ts';\nimport { App } from '../app/root.tsx';";
    expect(rules.wallBreaches(only('web/call/query-client.ts', text))).toEqual([
      'web/call/query-client.ts -> web/pwa/updates.ts',
      'web/call/query-client.ts -> web/app/root.tsx',
    ]);
  });

  it('a service that queries, writes another feature’s table and reads the environment', () => {
    const service = only(
      'server/features/contact/contact.service.ts',
      'const to = process.env.CONTACT;',
      "await db.updateTable('timeEntry').set({ checkOut }).execute();",
    );
    expect(rules.queryBreaches(service)).toEqual(['server/features/contact/contact.service.ts']);
    expect(rules.environmentBreaches(service)).toEqual(['server/features/contact/contact.service.ts']);
    expect(rules.writeBreaches(service)).toEqual([
      'server/features/contact/contact.service.ts may not update time_entry',
    ]);
  });

  it.each([
    "db.selectFrom('users as u').orderBy('u.lastName').orderBy('u.id')",
    "db.selectFrom('location').orderBy('name')",
    'sql`select * from users u order by u.is_active, u.first_name`',
    'people.toSorted((a, b) => a.name.localeCompare(b.name))',
    'const { compare } = new Intl.Collator(language);',
  ])('names sorted by the way: %s', (text) => {
    const path = 'server/features/crew/crew.queries.ts';
    expect(rules.nameOrderBreaches(only(path, text))).toEqual([path]);
  });

  it.each([
    ["db.insertInto('timeEntry').values(entry)", 'insert time_entry'],
    ["db.deleteFrom('timeEntry as e').using('users as u')", 'delete time_entry'],
    ["db.mergeInto('timeEntry').using('scan')", 'insert time_entry'],
    ['db.updateTable(table).set(changes)', 'update any'],
    ['sql`insert into time_entry (id) values (1)`', 'insert time_entry'],
    ['sql`with gone as (delete from time_entry e returning id) select 1`', 'delete time_entry'],
    ['sql`update time_entry as e set check_out = now()`', 'update time_entry'],
    [`sql\`delete from \${sql.table(table)}\``, 'delete any'],
    ['sql`insert into table_of_nobody (id) values (1)`', 'insert table_of_nobody'],
    ['sql`truncate ledger_record`', 'delete ledger_record'],
    ['sql`truncate table time_entry, scan`', 'delete time_entry'],
  ])('a write among another feature’s queries: %s', (statement, breach) => {
    const path = 'server/features/months/months.queries.ts';
    expect(rules.writeBreaches(only(path, statement))).toEqual([`${path} may not ${breach}`]);
  });

  it('a lock, a comment or a text is no write', () => {
    const path = 'server/features/months/months.queries.ts';
    const lines = [
      '// update time_entry set check_out = null',
      'sql`select id from time_entry for update of e`',
      "'We update this every day.'",
      '<p className="truncate font-medium" />',
    ];
    expect(rules.writeBreaches(only(path, ...lines))).toEqual([]);
  });

  it.each([
    'db.selectFrom(name)',
    'sql`select 1`',
    'sql<number>`select 1`',
    "import { sql } from 'kysely';",
    "await createPool(url, 1).query('select password_hash from users');",
  ])('a query in a service: %s', (text) => {
    const path = 'server/features/months/months.service.ts';
    expect(rules.queryBreaches(only(path, text))).toEqual([path]);
  });

  it('a feature that uses one which uses it', () => {
    const circle = [
      ...only('server/features/employees/employees.service.ts', "import '../auth/a.ts';"),
      ...only('server/features/auth/a.ts', "import type { E } from '../employees/employees.service.ts';"),
    ];
    expect(rules.featureCircles(circle)).toEqual(['server/employees -> server/auth -> server/employees']);
    expect(rules.wallBreaches(circle)).toEqual([
      'server/features/employees/employees.service.ts -> server/features/auth/a.ts',
    ]);
  });

  it('the domain using the document, a buffer or the environment', () => {
    const folder = mkdtempSync(join(tmpdir(), 'maina-domain-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const compile = (text: string) => {
      writeFileSync(join(folder, 'trespass.ts'), text);
      try {
        execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', folder]);
        return 'compiles';
      } catch (error) {
        return String((error as { stdout: Buffer }).stdout);
      }
    };
    const config = {
      extends: join(root, 'tools/tsconfig/shared.json'),
      compilerOptions: { incremental: false, tsBuildInfoFile: null },
      include: [join(folder, 'trespass.ts'), join(root, 'domain/url.d.ts')],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(compile("export const host = new URL('https://maina.app').origin;")).toBe('compiles');
    expect(compile('export const title = document.title;')).toContain("Cannot find name 'document'");
    expect(compile("export const bytes = Buffer.from('a');")).toContain("Cannot find name 'Buffer'");
    expect(compile('export const mode = process.env.MODE;')).toContain("Cannot find name 'process'");
    expect(compile("import { join } from 'node:path';\nexport const path = join('a');")).toContain(
      "'node:path'",
    );
  });
});
