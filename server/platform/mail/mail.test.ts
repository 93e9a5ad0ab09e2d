import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { type Company, password, registerCompany, uniqueEmail } from '#tests/support/factories.ts';
import { type Received, startMailReceiver } from '#tests/support/mail-receiver.ts';
import { selfSigned } from '#tests/support/self-signed.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { translator } from '../texts/i18n.ts';
import { mailboxUrl } from './dev-mailbox.ts';

/** RFC 2045 and 2047, as far as they are used here. */
function decode(encoding: string, text: string): string {
  if (/^b/i.test(encoding)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/^q/i.test(encoding)) return Buffer.from(text, 'latin1').toString('utf8');
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
function headersOf(part: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      const text = value
        .join(':')
        .trim()
        .replace(/\?= =\?/g, '?==?');
      const words = text.replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, encoding, word) =>
        decode(encoding, encoding.toLowerCase() === 'q' ? word.replaceAll('_', ' ') : word),
      );
      return [name.trim().toLowerCase(), words];
    }),
  );
  return { headers, body: rest.join('\r\n\r\n') };
}
function read({ source }: Received) {
  const { headers, body } = headersOf(source);
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? [];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => headersOf(part.replace(/^\r\n/, '')));
  const bodyOf = (type: string) => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
    return part && decode(part.headers.get('content-transfer-encoding') ?? '', part.body);
  };
  return {
    headers,
    types: parts.map((part) => part.headers.get('content-type')),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  };
}

let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
let app: TestApp;
let second: TestApp;
let company: Company;
const lines: string[] = [];

beforeAll(async () => {
  receiver = await startMailReceiver();
  const env = { SMTP_URL: receiver.url, MAIL_FROM: 'Maina <no-reply@maina.test>' };
  app = await startTestApp({ env, log: createLog('trace', { write: (line) => void lines.push(line) }) });
  second = await startTestApp({ env, connectionString: app.connectionString });
  company = await registerCompany(app, { language: 'lt', companyName: 'Ąžuolas & sūnūs' });
});
afterAll(async () => {
  await second.close();
  await app.close();
  await receiver.close();
});

const hire = async (email: string) => {
  await company.admin.ok('createEmployee', {
    body: { firstName: 'Žygimantas', lastName: 'Ąžuolaitis', email, password: 'initial secret' },
  });
};
const delivered = async (address: string, count = 1) => {
  await expect.poll(() => receiver.to(address).length).toBe(count);
  return receiver.to(address).map(read);
};

describe('a mail', () => {
  it('arrives as text and HTML in the language of the recipient’s company', async () => {
    const email = uniqueEmail('zygis');
    await hire(email);
    const [mail] = await delivered(email);
    expect(receiver.to(email)[0]?.from).toBe('no-reply@maina.test');
    expect(mail?.headers.get('from')).toBe('Maina <no-reply@maina.test>');
    expect(mail?.headers.get('to')).toBe(email);
    expect(mail?.headers.get('subject')).toBe(
      translator('lt')('mail:welcomeSubject', { company: 'Ąžuolas & sūnūs' }),
    );
    expect(mail?.headers.get('content-type')).toMatch(/^multipart\/alternative/);
    expect(mail?.headers.get('message-id')).toMatch(/^<.+@maina\.test>$/);
    expect(mail?.headers.get('date')).toBeTruthy();
    expect(mail?.types).toEqual(['text/plain; charset=utf-8', 'text/html; charset=utf-8']);
    expect(mail?.html).toContain('<html lang="lt">');
    expect(mail?.html).toContain('Ąžuolas &amp; sūnūs');
    // The mark stands at the top without anything to load.
    expect(mail?.html).toContain('bgcolor="#fbda1b"');
    expect(mail?.html).not.toMatch(/<img|src=|url\(|data:/);
    expect(mail?.text).toContain('Ąžuolas & sūnūs');
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain(translator('lt')('mail:greeting'));
      expect(body).toContain('initial secret');
      expect(body).toContain('http://maina.test/lt/auth');
    }
  });

  it('with a temporary password arrives, too, and the password works on every server', async () => {
    const email = uniqueEmail('forgetful');
    await hire(email);
    await delivered(email);
    await second.client().ok('forgotPassword', { body: { email } });
    const [, mail] = await delivered(email, 2);
    expect(mail?.headers.get('subject')).toBe(translator('lt')('mail:resetSubject'));
    const secret = /(?:\w{5}-){3}\w{5}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(mail?.html).toContain(`http://maina.test/lt/reset-password?token=${secret}`);
    const user = await app.client().ok('login', { body: { email, password: secret } });
    expect(user.mustChangePassword).toBe(true);
  });

  it('is delivered once, whichever of the servers takes it', async () => {
    const addresses = Array.from({ length: 8 }, () => uniqueEmail('crew'));
    await Promise.all(addresses.map(hire));
    await Promise.all(addresses.map((address) => delivered(address)));
    await app.settled('mail');
    for (const address of addresses) expect(receiver.to(address)).toHaveLength(1);
  });

  it('is retried after a refusal and then delivered once; the request does not wait for it', async () => {
    const [unlucky, lucky] = [uniqueEmail('unlucky'), uniqueEmail('lucky')];
    receiver.refusals.set(unlucky, 1000);
    await hire(unlucky);
    await expect.poll(() => receiver.refusals.get(unlucky)).toBeLessThan(1000);
    await hire(lucky);
    await delivered(lucky);
    expect(receiver.to(unlucky)).toEqual([]);
    receiver.refusals.set(unlucky, 0);
    const [mail] = await delivered(unlucky);
    expect(mail?.text).toContain('initial secret');
    await app.settled('mail');
    expect(receiver.to(unlucky)).toHaveLength(1);
    expect(receiver.refusals.get(unlucky)).toBe(-1);
  });

  it('leaves no trace in the log except the error', () => {
    const refused = lines.filter((line) => line.includes('tried again'));
    // Either server may have received the error; only one of them logs here.
    for (const line of refused) expect(JSON.parse(line)).toMatchObject({ queue: 'mail', responseCode: 451 });
    expect(lines.join()).not.toMatch(/@|initial secret|ygimantas|greylisted/);
  });

  it('is not readable on a server with an SMTP server', async () => {
    for (const url of ['/dev/mailbox', '/dev/mailbox.json']) {
      expect((await app.client().raw({ url })).statusCode).toBe(404);
    }
    expect(await app.services.db.selectFrom('devMail').selectAll().execute()).toEqual([]);
  });
});

describe('a mail server that is not reached', () => {
  const failureWith = async (url: string) => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const trial = await startTestApp({ env: { SMTP_URL: url }, log });
    onTestFinished(() => trial.close());
    await registerCompany(trial);
    await expect.poll(() => lines.filter((line) => line.includes('job failed'))).not.toEqual([]);
    expect(lines.join()).not.toMatch(/@|S3cret/);
    return JSON.parse(lines.find((line) => line.includes('job failed')) ?? '');
  };

  it('the log says why, without an address', async () => {
    expect(await failureWith('smtp://user:S3cret@127.0.0.1:1')).toMatchObject({
      queue: 'mail',
      code: 'ESOCKET',
      reason: 'ECONNREFUSED',
    });
  });

  it('a certificate that nobody vouches for is named, and the documented parameters accept it', async () => {
    const guarded = await startMailReceiver(selfSigned);
    onTestFinished(() => guarded.close());
    for (const parameters of ['', '?requireTLS=true']) {
      expect(await failureWith(guarded.url + parameters)).toMatchObject({
        reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
    }
    for (const parameters of ['?tls.rejectUnauthorized=false', '?ignoreTLS=true']) {
      const trial = await startTestApp({ env: { SMTP_URL: guarded.url + parameters } });
      onTestFinished(() => trial.close());
      const { user } = await registerCompany(trial);
      await expect.poll(() => guarded.to(user.email)).toHaveLength(1);
    }
  });
});

describe('without a mail server', () => {
  it('every mail can be read at /dev/mailbox, where names are escaped', async () => {
    const trial = await startTestApp();
    onTestFinished(() => trial.close());
    const { admin } = await registerCompany(trial);
    const email = uniqueEmail('reader');
    const names = { firstName: '<script>alert(1)</script>', lastName: '"><img src=x>' };
    await admin.ok('createEmployee', { body: { ...names, email, password } });
    await trial.mailsTo(email);
    const headers = { host: 'localhost:3000' };
    const list = (await trial.client().raw({ url: '/dev/mailbox.json', headers })).json();
    expect(list).toContainEqual(
      expect.objectContaining({ recipient: email, text: expect.stringContaining(names.firstName) }),
    );
    const page = await trial.client().raw({ url: '/dev/mailbox', headers });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain(email);
    expect(page.body).not.toContain('<script>');
    expect(page.body).not.toContain('&lt;script&gt;');
    expect(page.body).toContain('&amp;lt;script&amp;gt;');
  });

  it('the mailbox requires the key from other computers, and keeps it out of the URL and the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const trial = await startTestApp({
      log,
      env: { HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.5:3000' },
    });
    onTestFinished(() => trial.close());
    const { mailboxKey } = trial.services;
    const url = mailboxUrl(trial.services);
    expect(url).toBe(`http://192.168.1.5:3000/dev/mailbox?key=${mailboxKey}`);

    const stranger = trial.client();
    for (const path of ['/dev/mailbox.json', '/dev/mailbox.json?key=guessed', '/dev/mailbox?key=guessed']) {
      for (const host of ['192.168.1.5:3000', 'localhost:3000', '127.0.0.1']) {
        expect((await stranger.raw({ url: path, headers: { host } })).statusCode).toBe(401);
      }
    }
    expect((await stranger.raw({ url: '/dev/mailbox' })).body).toContain('type="password"');

    const opened = await stranger.raw({ url: url.replace(/^http:..[^/]*/, '') });
    expect(opened.statusCode).toBe(303);
    expect(opened.headers.location).toBe('/dev/mailbox');
    expect(opened.headers['set-cookie']).toMatch(/; Path=\/dev; HttpOnly; SameSite=Lax$/);
    const page = await stranger.raw({ url: '/dev/mailbox' });
    expect(page.body).toContain('No mails yet.');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect((await stranger.raw({ url: '/dev/mailbox.json' })).json()).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain(mailboxKey);
  });

  it('a server that listens on this computer only refuses proxies and made-up host names without the key', async () => {
    const trial = await startTestApp();
    onTestFinished(() => trial.close());
    const status = async (headers: Record<string, string>) =>
      (await trial.client().raw({ url: '/dev/mailbox.json', headers })).statusCode;
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      expect(await status({ host })).toBe(200);
    }
    for (const host of ['rebound.example:3000', 'localhost.example', '127.0.0.1.example']) {
      expect(await status({ host })).toBe(401);
    }
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']) {
      expect(await status({ host: 'localhost:3000', [header]: '127.0.0.1' })).toBe(401);
    }
  });

  it('there is no mailbox in production', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://maina.test', SMTP_URL: receiver.url };
    const production = await startTestApp({ env });
    onTestFinished(() => production.close());
    expect((await production.client().raw({ url: '/dev/mailbox.json' })).statusCode).toBe(404);
  });
});
