/* Runs the commands of docs/api.md, in their order, against the real server. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addApiKey, addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import { startTestApp } from '#tests/support/test-app.ts';

/** `…` stands for anything, as the page says. */
const patternOf = (text: string) => new RegExp(`^${text.split('…').map(RegExp.escape).join('.+')}$`, 'i');

/** Whatever has at least this in it. */
function atLeast(json: unknown): unknown {
  if (typeof json === 'string') return json.includes('…') ? expect.stringMatching(patternOf(json)) : json;
  if (Array.isArray(json)) return expect.arrayContaining(json.map(atLeast));
  if (!json || typeof json !== 'object') return json;
  const fields = Object.entries(json).map(([name, value]) => [name, atLeast(value)]);
  return expect.objectContaining(Object.fromEntries(fields));
}

/** Status line, headers and body of the last answer of `curl -i`. */
function parseAnswer(output: string) {
  const [head = '', body = ''] = output.slice(output.lastIndexOf('HTTP/1.1 ')).split(/\r?\n\r?\n/);
  return { lines: head.split(/\r?\n/), body };
}

/** Each block with commands, and the answer that the page shows after it. */
function examplesOf(page: string) {
  const blocks = page.matchAll(/```sh\n(.*?)```\n(?:```(json|http)\n(.*?)```)?/gs);
  return [...blocks]
    .map(([, commands = '', kind, shown = '']) => ({ commands, kind, shown }))
    .filter(({ commands }) => commands.includes('curl'));
}

const hasCurl = (() => {
  try {
    const [, major = 0, minor = 0] =
      /^curl (\d+)\.(\d+)/.exec(execFileSync('curl', ['-V'], { encoding: 'utf8' })) ?? [];
    return Number(major) > 7 || (Number(major) === 7 && Number(minor) >= 88);
  } catch {
    return false;
  }
})();

it('every command of the page answers what it shows', async ({ skip }) => {
  if (!hasCurl) skip('curl 7.88 is not installed');
  const app = await startTestApp({
    clock: fixedClock('2026-12-01T08:00:00.000Z'),
    env: { RATE_LIMIT_FACTOR: '1' },
  });
  const folder = mkdtempSync(join(tmpdir(), 'maina-curl-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });
  const company = await registerCompany(app);
  const { employee } = await addEmployee(app, company, { firstName: 'Ilze', lastName: 'Ozola' });
  const { id: locationId } = await addLocation(company, 'Skanste');
  const times = { checkIn: '2026-11-02T06:00:00.000Z', checkOut: '2026-11-02T14:00:00.000Z' };
  const body = { userId: employee.id, locationId, ...times, reason: 'Skanste' };
  await company.admin.ok('createTimeEntry', { body });
  const { key } = await addApiKey(company, { scopes: ['read', 'people', 'time-entries'] });

  // Without progress, and with the status of each answer apart from it.
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "%{stderr}%{http_code} "\n');
  const examples = examplesOf(readFileSync(`${import.meta.dirname}/../../docs/api.md`, 'utf8'));
  expect(examples.length).toBeGreaterThan(6);
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  // One shell, which keeps variables; a line between the blocks.
  const between = '=== next ===\n';
  const mark = `printf '${between}'`;
  const script = examples.map(({ commands }) => commands).join(`${mark}; ${mark} >&2\n`);
  const settings = `export CURL_HOME=${folder} MAINA_URL=${url} MAINA_KEY=${key}\n`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', settings + script]);
  const [outputs, statuses] = [stdout.split(between), stderr.split(between)];
  for (const [index, { commands, kind, shown }] of examples.entries()) {
    const output = outputs[index] ?? '';
    if (kind === 'http') {
      const [answer, wanted] = [parseAnswer(output), parseAnswer(shown)];
      for (const line of wanted.lines.filter(Boolean)) {
        expect(answer.lines, commands).toContainEqual(expect.stringMatching(patternOf(line)));
      }
      if (wanted.body) expect(JSON.parse(answer.body), commands).toEqual(atLeast(JSON.parse(wanted.body)));
    } else {
      expect(statuses[index], `${commands}${output}`).toMatch(/^(20\d )+$/);
      if (kind) expect(JSON.parse(output), commands).toEqual(atLeast(JSON.parse(shown)));
    }
  }
});
