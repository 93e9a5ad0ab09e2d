import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, it } from 'vitest';

/*
 * Resolves every reference from code and docs to a document, section, decision or file.
 * docs/spec/README.md "How to refer to it" says how references are written.
 */
const root = `${import.meta.dirname}/..`;
const folders = 'clients,contract,domain,server,web,locales,tools,tests,deploy';
const files = [
  ...globSync(
    [
      `{${folders}}/**/*.{ts,tsx,cjs,sql,css,md,yaml,html}`,
      '{docs,.github}/**/*.md',
      '*.{md,ts}',
      'deploy/Dockerfile',
      '.ci/run',
    ],
    // What a migration said when it was written stays in it.
    { cwd: root, exclude: ['server/database/migrations/**', 'clients/*/dist/**'] },
  ),
]
  .map((file) => file.split(sep).join('/'))
  .filter((file) => file !== 'tests/references.test.ts');

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const exists = (path: string) => existsSync(join(root, path));
const specification = globSync('docs/spec/*.md', { cwd: root }).map((file) => file.split(sep).join('/'));
const decisions = globSync('docs/decisions/*.md', { cwd: root }).map((file) => file.split(sep).join('/'));

function headingsOf(document: string): string[] {
  const text = read(document).replace(/^```.*?^```/gms, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** The anchor that Markdown viewers give a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The path in the repository of a document named in `file`, or undefined if there is none. */
function documentNamed(name: string, file: string): string | undefined {
  const candidates = name.includes('/')
    ? [name, join('docs', name), join(dirname(file), name)]
    : [join('docs/spec', name), join(dirname(file), name), join('docs', name), name];
  return candidates.map((path) => normalize(path).split(sep).join('/')).find(exists);
}

const hasSection = (document: string, section: string) =>
  headingsOf(document).some((heading) => heading.match(/^\d+(?:\.\d+)?/)?.[0] === section);

/** What is wrong with the references in a file of this text. */
function brokenReferences(file: string, text: string): string[] {
  const problems: string[] = [];
  const isMarkdown = file.endsWith('.md');
  // A comment or paragraph may break a reference over two lines.
  const flat = text.replace(/\n[ \t]*(?:\*|\/\/|--|#)?[ \t]*/g, ' ');

  const named =
    /(?<![\w/.-])(?:\.{1,2}\/)*((?:[\w.-]+\/)*[\w-]+\.md)(?![\w/-])([^\n§"“]{0,4}["“]([^"”\n]+)["”])?/g;
  for (const [, name = '', , quoted] of flat.matchAll(named)) {
    const document = documentNamed(name, file);
    if (!document) problems.push(name);
    else if (quoted && !headingsOf(document).some((heading) => heading.startsWith(quoted)))
      problems.push(`${name} "${quoted}"`);
  }

  // `decisions.md §4`, `product.md §2 and §6`
  const sections = /([\w-]+\.md)?[`)]*((?:\s*(?:,|and|or|to)?\s*§§?\d+(?:\.\d+)?)+)/gi;
  for (const { 0: match, 1: name, 2: list = '', index } of flat.matchAll(sections)) {
    const numbers = [...list.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number);
    const document = name && specification.find((path) => path === `docs/spec/${name.toLowerCase()}`);
    if (document)
      problems.push(...numbers.filter((number) => !hasSection(document, number)).map((n) => `${name} §${n}`));
    else if (name || !/RFC \d+\w*$/.test(flat.slice(0, index))) problems.push(match.trim());
  }
  if (file.startsWith('docs/spec/') && !file.endsWith('README.md')) {
    for (const [match, number = ''] of flat.matchAll(/\bsections? (\d+(?:\.\d+)?)/g)) {
      if (!hasSection(file, number)) problems.push(match);
    }
  }

  for (const [name, number = '', slug] of flat.matchAll(/(?<![\w-])decisions\/(\d{4})(-[\w-]+)?/g)) {
    const start = `docs/decisions/${number}${slug ?? '-'}`;
    if (!decisions.some((path) => (slug ? path === `${start}.md` : path.startsWith(start))))
      problems.push(name);
  }

  // Paths to folders of docs and, in documents, to any file of ours in backticks.
  for (const [, path = ''] of flat.matchAll(/(?<![\w/.-])(docs\/[\w./-]*\w)/g)) {
    if (!exists(path) && !path.endsWith('.md')) problems.push(path);
  }
  if (isMarkdown) {
    const ours = new RegExp(`\`((?:${folders.replaceAll(',', '|')})/[\\w./-]+\\.\\w+)\``, 'g');
    for (const [, path = ''] of flat.matchAll(ours)) if (!exists(path)) problems.push(path);

    for (const [, target = ''] of text.matchAll(/(?:\]\(|(?:src|href)=")([^)\s"]+)/g)) {
      // Addresses, and paths of the running product.
      if (/^(?:[a-z]+:|\/)/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const document = path
        ? normalize(join(dirname(file), path))
            .split(sep)
            .join('/')
        : file;
      if (!exists(document)) problems.push(target);
      else if (anchor && !headingsOf(document).some((heading) => anchorOf(heading) === anchor))
        problems.push(target);
    }
  }
  return [...new Set(problems)];
}

it('every reference to a document, section, decision or file resolves', () => {
  const broken = files.flatMap((file) =>
    brokenReferences(file, read(file)).map((what) => `${file}: ${what}`),
  );
  expect(broken).toEqual([]);
});

it('the references that are looked for are found', () => {
  const count = (pattern: RegExp) =>
    files.reduce((sum, file) => sum + (read(file).match(pattern)?.length ?? 0), 0);
  expect(count(/\b(?:decisions|product)\.md §\d/gi)).toBeGreaterThan(60);
  expect(count(/decisions\/\d{4}/g)).toBeGreaterThan(10);
  expect(specification.length).toBeGreaterThan(4);
  expect(decisions.length).toBeGreaterThan(10);
});

it('ARCHITECTURE.md has a row for every folder of the project', () => {
  const page = read('docs/ARCHITECTURE.md');
  const isOurs = (folder: string) =>
    !/^(node_modules|dist|data.*|test-results|playwright-report)$|^\.(?!ci)/.test(folder);
  const rooms = globSync(['*/', '.ci/', '{server,web}/*/'], { cwd: root })
    .map((folder) => folder.split(sep).join('/').replace(/\/$/, ''))
    .filter((folder) => isOurs(folder) && !['server', 'web'].includes(folder));
  expect(rooms.length).toBeGreaterThan(15);
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const firstColumn = rows.map((row) => row.split(' | ')[0]).join();
  expect(rooms.filter((room) => !firstColumn.includes(`\`${room}/`))).toEqual([]);
});

it.each([
  ['a section', '/** Rounded half up (decisions.md §99). */', 'decisions.md §99'],
  ['a section in a list', '// The pages of product.md §2 and §77.', 'product.md §77'],
  ['a section on the next line', '/**\n * See decisions.md\n * §98.\n */', 'decisions.md §98'],
  ['a section of nothing', '// As §4 says.', '§4'],
  ['a section of another document', '// See operations.md §4.', 'operations.md §4'],
  ['a document', '// See docs/spec/absent.md.', 'docs/spec/absent.md'],
  ['a heading', '// See docs/operations.md "No such heading".', 'docs/operations.md "No such heading"'],
  ['a decision', '// As decisions/9999 says.', 'decisions/9999'],
  ['a decision by another name', '// See docs/decisions/0050-other.md.', 'docs/decisions/0050-other.md'],
  ['a folder of docs', '// The pages in docs/absent.', 'docs/absent'],
])('%s that does not exist is reported', (_what, text, problem) => {
  expect(brokenReferences('server/made-up.ts', text)).toContain(problem);
});

it.each([
  ['a link', '[here](absent.md)', 'absent.md'],
  ['a picture', '<img src="absent.webp" alt="">', 'absent.webp'],
  ['an anchor', '[here](operations.md#no-such-heading)', 'operations.md#no-such-heading'],
  ['an anchor of its own page', '[here](#nowhere)', '#nowhere'],
  ['a file', 'It is in `web/absent.ts`.', 'web/absent.ts'],
])('in a document, %s that leads nowhere is reported', (_what, text, problem) => {
  expect(brokenReferences('docs/web.md', text)).toContain(problem);
});

it('what resolves is not reported', () => {
  const code = `/**
 * Rounded (decisions.md §1, product.md §2 and §6); see docs/decisions/0050-api-keys.md, decisions/0008,
 * docs/web.md, "Without a signal", and docs/operations.md. By RFC 9110 §12.5.4.
 */`;
  expect(brokenReferences('server/made-up.ts', code)).toEqual([]);
  const page =
    'See [settings](operations.md#settings), `domain/hours.ts` and [the web](https://example.com/a.md).';
  expect(brokenReferences('docs/security.md', page)).toEqual([]);
});
