import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Services } from '#server/context.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { isLoopback, ownOrigin } from '../http/own-origin.ts';
import { isSameSecret } from '../secrets/same-secret.ts';
import { escapeHtml } from './layout.ts';

/** Mails shown at once. */
const newest = 200;

// Mails contain inline styles and nothing else.
const mailboxPolicy = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'";

const document = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title>
<style>body{font:16px/1.5 system-ui;max-width:720px;margin:2rem auto;padding:0 1rem}iframe{width:100%;height:30rem;border:1px solid #ccc}</style></head>
<body><h1>Mailbox</h1>${body}</body></html>`;

const keyPage =
  document(`<p>Other computers can reach this server, so the mailbox asks for the key that was printed at the start.</p>
<form><label>Key <input name="key" type="password" autocomplete="off" required autofocus></label> <button>Open</button></form>`);

const page = (mails: Awaited<ReturnType<typeof readMails>>) =>
  document(`<p>No SMTP server is configured (SMTP_URL), so mails are kept here, the newest first.</p>
${mails
  .map(
    (
      mail,
    ) => `<details><summary><b>${escapeHtml(mail.subject)}</b> · ${escapeHtml(mail.recipient)} · ${mail.createdAt}</summary>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(mail.html.replace('<head>', '<head><base target="_blank">'))}"></iframe></details>`,
  )
  .join('\n')}
${mails.length === 0 ? '<p>No mails yet.</p>' : ''}`);

async function readMails(db: Db) {
  return db
    .selectFrom('devMail')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
    .selectAll()
    .execute();
}

const path = '/dev/mailbox';
const cookieName = 'maina_mailbox';

/** True for a caller on this computer; a proxy or a made-up host name (DNS rebinding) may act for another computer. */
function isFromHere({ headers, hostname }: FastifyRequest): boolean {
  const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
  return isLoopback(hostname) && passedOn.every((name) => headers[name] === undefined);
}

/** The mailbox's URL for the terminal: with its key, if the server is reachable from other computers. */
export function mailboxUrl({ config, mailboxKey }: Pick<Services, 'config' | 'mailboxKey'>): string {
  const url = `${ownOrigin(config)}${path}`;
  return isLoopback(config.host) && isLoopback(new URL(url).hostname) ? url : `${url}?key=${mailboxKey}`;
}

/**
 * Shows every mail that was not sent because there is no SMTP server, for developers and trials; never mounted in
 * production. Callers from other computers need the key. The browser keeps it as a cookie, so that it does not stay in
 * the URL.
 */
export function mountDevMailbox(app: FastifyInstance, { config, db, mailboxKey }: Services): void {
  const isKey = (text: string | undefined) => text !== undefined && isSameSecret(text, mailboxKey);
  const isAdmitted = (request: FastifyRequest) =>
    isKey(request.cookies[cookieName]) || (isLoopback(config.host) && isFromHere(request));
  const rememberKey = (reply: FastifyReply) =>
    reply.setCookie(cookieName, mailboxKey, {
      path: '/dev',
      httpOnly: true,
      sameSite: 'lax',
      secure: ownOrigin(config).startsWith('https:'),
    });

  type Keyed = { Querystring: { key?: string } };
  const schema = {
    hide: true,
    querystring: z.object({ key: z.string().optional() }),
  };
  app.get<Keyed>(`${path}.json`, { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isAdmitted(request) && !isKey(request.query.key)) throw new AppError('unauthenticated');
    return readMails(db);
  });
  app.get<Keyed>(path, { schema }, async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', mailboxPolicy);
    if (isKey(request.query.key)) return rememberKey(reply).redirect(path, 303);
    const isOpen = isAdmitted(request);
    return reply
      .code(isOpen ? 200 : 401)
      .type('text/html; charset=utf-8')
      .send(isOpen ? page(await readMails(db)) : keyPage);
  });
}
