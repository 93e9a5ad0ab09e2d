import { posix } from 'node:path';
import {
  callersOfFetch,
  featureEdges,
  parts,
  readersOfEnvironment,
  sharedServerFiles,
  tableWriters,
  webRootFiles,
  writersOfAll,
} from './parts.ts';

/*
 * The rules of the house. Each takes files, of the tree or made up by a test, and returns the breaches it found in them.
 */

/** `path` is relative to the root, with slashes. */
export type SourceFile = { path: string; text: string };

type Import = { from: string; to: string; isTypeOnly: boolean; isDynamic: boolean };
type Rule = (files: SourceFile[]) => string[];

const isTest = (path: string) => /\.(test|fixture)\.tsx?$/.test(path);
/** Tests, and what measures or breaks the product, prepare their data as they like. */
const isProduct = (path: string) => /^(contract|domain|server|web)\//.test(path) && !isTest(path);
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

/** The imports of our own files, by `#` or a relative path; packages are left out. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const found = text.matchAll(
    /(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"`]([^'"`]+)['"`]\s*\)/g,
  );
  return [...found].flatMap(([, type, stated, dynamic]) => {
    const specifier = (stated ?? dynamic ?? '').split('?')[0] ?? '';
    if (!/^[#.]/.test(specifier)) return [];
    const to = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(path), specifier);
    return [{ from: path, to, isTypeOnly: Boolean(type), isDynamic: !stated }];
  });
}

type Home = { part: string; feature: string | undefined };

/** The part a file belongs to, and its feature if it has one; undefined for a file that stands nowhere. */
function homeOf(path: string): Home | undefined {
  const [top = '', second = '', third = ''] = path.split('/');
  if (second === 'features') return { part: `${top}/features/*`, feature: third };
  const nested = [`${top}/${second}/${third}`, `${top}/${second}`].find((folder) => folder in parts);
  if (nested) return { part: nested, feature: undefined };
  const isFlat = !['server', 'web'].includes(top);
  const isRootFile = top === 'web' ? webRootFiles.includes(path) : path.split('/').length === 2;
  return top in parts && (isFlat || isRootFile) ? { part: top, feature: undefined } : undefined;
}

export const homelessFiles: Rule = (files) =>
  files.filter(({ path }) => !homeOf(path)).map(({ path }) => path);

function mayImport({ from, to }: Import): boolean {
  const [here, there] = [homeOf(from), homeOf(to)];
  if (!here || !there) return false;
  // A fixture may import what a test may, so the product would reach anything through it.
  if (isTest(to) && isProduct(from)) return false;
  if (there.part === 'web') return to === webRootFiles[2] ? here.part === 'tools' : here.part === 'web';
  if (here.part === there.part && here.feature === there.feature) return true;
  const isForTests = /^server(\/(platform|features\/\*))?$|^tests\/support/.test(there.part);
  if (isTest(from) && isForTests) return true;
  if (here.part === there.part) {
    const edges = here.part === 'server/features/*' ? featureEdges[here.feature ?? ''] : [];
    return edges?.includes(there.feature ?? '') ?? false;
  }
  if (there.part === 'server' && here.part.startsWith('server/')) {
    return here.part === 'server/demo' || sharedServerFiles.includes(to);
  }
  return parts[here.part]?.includes(there.part) ?? false;
}

/** Imports of a part that the importing one may not know, among them those of the web's root files. */
export const wallBreaches: Rule = (files) =>
  files
    .flatMap(importsOf)
    .filter((edge) => !mayImport(edge))
    .map(({ from, to }) => `${from} -> ${to}`);

/** The circles in a graph, each once, as `a -> b -> a`. */
export function circlesIn(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (node: string, path: string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' -> '));
    if (done.has(node) || path.includes(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return circles;
}

/** Files that import themselves through others; types alone close no circle. */
export const importCircles: Rule = (files) =>
  circlesIn(
    new Map(
      files.map((file) => [
        file.path,
        importsOf(file)
          .filter(({ isTypeOnly }) => !isTypeOnly)
          .map(({ to }) => to),
      ]),
    ),
  );

/** Features that use each other in a circle, by their code; on both sides, types included, tests not. */
export const featureCircles: Rule = (files) =>
  circlesIn(
    new Map(
      Map.groupBy(
        usedEdges(files).map(([from, to]) => ({ from, to })),
        ({ from }) => from,
      )
        .entries()
        .map(([from, edges]) => [from, edges.map(({ to }) => to)]),
    ),
  );

/** Edges of `featureEdges` that no code uses. */
export const unusedFeatureEdges: Rule = (files) => {
  const used = usedEdges(files).map((edge) => edge.join(' -> '));
  return Object.entries(featureEdges)
    .flatMap(([from, others]) => others.map((to) => `server/${from} -> server/${to}`))
    .filter((edge) => !used.includes(edge));
};

function usedEdges(files: SourceFile[]): [string, string][] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(importsOf)
    .flatMap(({ from, to }) => {
      const [here, there] = [homeOf(from), homeOf(to)];
      const isEdge = here?.feature && there?.feature && here.part === there.part;
      const side = from.split('/')[0];
      return isEdge && here.feature !== there.feature
        ? [[`${side}/${here.feature}`, `${side}/${there.feature}`] satisfies [string, string]]
        : [];
    });
}

const packageRules: [RegExp, RegExp][] = [
  // The web has its own in web/i18n: this one weighs 17 KB on every page.
  [/^(i18next|react-i18next)/, /^server\/|^web\/i18n\/.*\.test\.ts$/],
  [/^(react|react-dom|@tanstack|radix-ui|lucide-react)/, /^(web|tests\/e2e)\//],
  [
    /^(kysely|pg|pg-boss|fastify|@fastify|nodemailer|rate-limiter-flexible|ai$|@ai-sdk)/,
    /^(server|tools|tests)\//,
  ],
  // The published client has one dependency, which is its own.
  [/^openapi-fetch$/, /^clients\//],
  [/^(?!openapi-fetch$)/, /^(?!clients\/)/],
  [/^node:/, /^(server|tools|tests|locales)\/|\.test\.tsx?$/],
];

/** Packages imported outside the folders that may know them. */
export const packageBreaches: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:from\s+|import\s*\(?\s*)['"`]([^.#'"`][^'"`]*)['"`]/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => packageRules.some(([known, where]) => known.test(name) && !where.test(path)))
      .map((name) => `${path} -> ${name}`),
  );

/** `fetch`, and whatever else sends a request, in the web outside the API client. */
export const fetchBreaches: Rule = (files) =>
  files
    .filter(
      ({ path, text }) =>
        path.startsWith('web/') &&
        !path.startsWith('web/pwa/') &&
        !callersOfFetch.includes(path) &&
        !isTest(path) &&
        /\bfetch\(|\b(?:XMLHttpRequest|sendBeacon|EventSource|WebSocket)\b/.test(text),
    )
    .map(({ path }) => path);

/** The environment read outside the configuration. */
export const environmentBreaches: Rule = (files) =>
  files
    .filter(
      ({ path, text }) =>
        !readersOfEnvironment.includes(path) &&
        (/\bprocess\s*\.\s*env\b/.test(withoutComments(text)) ||
          (isProduct(path) && /['"`](?:node:)?process['"`]/.test(withoutComments(text)))),
    )
    .map(({ path }) => path);

/** Names sorted otherwise than by `domain/names.ts`: PostgreSQL has no alphabet, and the default locale is that of a machine. */
export const nameOrderBreaches: Rule = (files) =>
  files
    .filter(
      ({ path, text }) =>
        isProduct(path) &&
        path !== 'domain/names.ts' &&
        !path.startsWith('server/platform/') &&
        /Intl\.Collator|[nN]ame\w*\.localeCompare|orderBy\('(\w+\.)?(\w+N|n)ame'|order by [^`]*?\b(\w+_)?name\b/.test(
          withoutComments(text),
        ),
    )
    .map(({ path }) => path);

const mayQuery = (path: string) => path.endsWith('.queries.ts') || path.startsWith('server/platform/');

const queryPatterns = [
  /\bsql(<[^`]*>)?`/,
  /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\b/,
  /\.(executeQuery|executeTakeFirst\w*|where|whereRef|innerJoin|leftJoin|orderBy)\(/,
  /^import (?!type )[^;]*from '(kysely|pg)'/m,
];

/** Queries outside `*.queries.ts` and the platform. */
export const queryBreaches: Rule = (files) =>
  files
    .filter(({ path, text }) => {
      const code = withoutComments(text);
      if (!isProduct(path) || mayQuery(path)) return false;
      const isDriver = path.startsWith('server/') && /\.query\(/.test(code);
      return isDriver || queryPatterns.some((pattern) => pattern.test(code));
    })
    .map(({ path }) => path);

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A table in the text of a statement: by its name, or computed. */
const inStatement = String.raw`(?:(\w+)|\$\{([^}]+)\})`;
const writePatterns: [verb: 'insert' | 'update' | 'delete', pattern: RegExp][] = [
  ['insert', /\.(?:insert|merge|replace)Into\(\s*(?:'(\w+)[^']*'|([^)\s]+))/g],
  ['update', /\.updateTable\(\s*(?:'(\w+)[^']*'|([^)\s]+))/g],
  ['delete', /\.deleteFrom\(\s*(?:'(\w+)[^']*'|([^)\s]+))/g],
  ['insert', RegExp(String.raw`\b(?:insert|merge)\s+into\s+${inStatement}`, 'gi')],
  ['update', RegExp(String.raw`\bupdate\s+${inStatement}(?:\s+(?:as\s+)?\w+)?\s+set\b`, 'gi')],
  ['delete', RegExp(String.raw`\bdelete\s+from\s+${inStatement}`, 'gi')],
  // `truncate` alone is a class of the stylesheet.
  [
    'delete',
    RegExp(String.raw`\bsql(?:<[^\x60]*>)?\x60[^\x60]*?\btruncate\s+(?:table\s+)?${inStatement}`, 'gi'),
  ],
];

/** Every write in the text: by the query builder, or in an SQL statement. A computed table counts as `any`. */
function writesOf(text: string) {
  const code = withoutComments(text);
  return writePatterns.flatMap(([verb, pattern]) =>
    [...code.matchAll(pattern)].map(([, table]) => ({ verb, table: table ? snakeCase(table) : 'any' })),
  );
}

/** Writes to a table by another feature or part than `tableWriters` names. */
export const writeBreaches: Rule = (files) =>
  files
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, text }) => {
      const home = homeOf(path);
      const exception = writersOfAll.find(({ file }) => file === path)?.may;
      return writesOf(text)
        .filter(({ verb, table }) => {
          const writer = tableWriters[table];
          return exception !== verb && (writer === undefined || writer !== (home?.feature ?? home?.part));
        })
        .map(({ verb, table }) => `${path} may not ${verb} ${table}`);
    });

/** The quoted names in a list or a call. */
const namesIn = (list = '') => [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);

/**
 * Text areas that a page's code uses but its route does not load: the app would be covered until they arrive.
 * Lazily loaded parts are left out, because they cover only themselves.
 */
export const lateTexts: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const atStart = namesIn(/START_AREAS = (\[[^\]]*\])/.exec(byPath.get('web/i18n/i18n.ts')?.text ?? '')?.[1]);
  const loadedWith = (path: string, seen = new Set<string>()): Set<string> => {
    const file = byPath.get(path);
    if (!file || seen.has(path)) return seen;
    seen.add(path);
    for (const { to, isTypeOnly, isDynamic } of importsOf(file))
      if (!isTypeOnly && !isDynamic && to.startsWith('web/')) loadedWith(to, seen);
    return seen;
  };
  const areasOf = (path: string) =>
    [...withoutComments(byPath.get(path)?.text ?? '').matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(
      ([, areas]) => namesIn(areas),
    );
  return files
    .filter(({ path }) => path.startsWith('web/') && !isTest(path))
    .flatMap(({ path, text }) => {
      const pages = text.matchAll(
        /(\[[^\]]*\]),\s*\(\) => import\('([^']+)'\)|import\('([^']+)'\), (\[[^\]]*\])|(\[[^\]]*\]), async \(\) => (\w+)\)/g,
      );
      return [...pages].flatMap(([, before, page, pageFirst, after, beside, name]) => {
        const stated = name && new RegExp(`import \\* as ${name} from '([^']+)'`).exec(text)?.[1];
        const [entry] = importsOf({ path, text: `import '${stated || page || pageFirst}'` });
        const areas = [...atStart, ...namesIn(before ?? after ?? beside)];
        return [...loadedWith(entry?.to ?? '')]
          .flatMap((file) => areasOf(file).map((area) => ({ file, area })))
          .filter(({ area }) => !areas.includes(area))
          .map(({ file, area }) => `${entry?.to}: ${area} of ${file}`);
      });
    });
};
