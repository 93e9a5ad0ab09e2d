import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifications, webhookRequests, webhookSection } from './webhook-docs.ts';

const secret = `whsec_${Buffer.from('32 bytes that are no real secret').toString('base64')}`;
const body = '{"type":"webhook.test","name":"Jānis"}';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maina-verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the sample on what the independent library has signed, and returns the event or `refused`. */
type Verify = (headers: Record<string, string>, body: string) => Promise<string>;
const run = async (file: string, program: string, command: string): Promise<string> => {
  await writeFile(join(folder, file), program);
  try {
    return execFileSync(command, [join(folder, file)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'refused';
  }
};
const text = JSON.stringify;
const javascript: Verify = (headers, given) =>
  run(
    'verify.mjs',
    `${verifications.javascript}\nconsole.log(verify(${text(secret)}, ${text(headers)}, ${text(given)}).type);`,
    process.execPath,
  );
const python: Verify = (headers, given) =>
  run(
    'verify.py',
    `${verifications.python}\nprint(verify(${text(secret)}, ${text(headers)}, ${text(given)}.encode())["type"])`,
    'python3',
  );

const hasPython = (() => {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))'], {
      encoding: 'utf8',
    });
  } catch {
    return '';
  }
})().includes('True');

it.for([
  { language: 'JavaScript', verify: javascript, isThere: true },
  { language: 'Python', verify: python, isThere: hasPython },
])(
  'the check in $language accepts what is signed, and nothing else',
  async ({ verify, isThere }, { skip }) => {
    if (!isThere) skip('it is not installed');
    const sign = (at: Date, with_ = secret) => ({
      'webhook-id': 'msg',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(with_).sign('msg', at, body),
    });
    const now = new Date();
    const right = sign(now);
    const other = sign(now, `whsec_${Buffer.from('another').toString('base64')}`)['webhook-signature'];
    expect(await verify(right, body)).toBe('webhook.test');
    const both = { ...right, 'webhook-signature': `${other} ${right['webhook-signature']}` };
    expect(await verify(both, body)).toBe('webhook.test');
    expect(await verify(right, `${body} `)).toBe('refused');
    expect(await verify({ ...right, 'webhook-id': 'other' }, body)).toBe('refused');
    expect(await verify({ ...right, 'webhook-signature': other }, body)).toBe('refused');
    expect(await verify({ ...right, 'webhook-signature': '' }, body)).toBe('refused');
    expect(await verify(sign(new Date(now.getTime() - 400_000)), body)).toBe('refused');
  },
);

it('the description has every type, with the shape of its data', () => {
  expect(Object.keys(webhookRequests)).toHaveLength(10);
  for (const [type, { post }] of Object.entries(webhookRequests)) {
    expect(webhookSection).toContain(type);
    expect(post.requestBody.content['application/json'].schema).toMatchObject({
      properties: { type: { const: type }, data: { type: 'object' } },
    });
  }
});
