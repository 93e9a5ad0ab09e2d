import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/database.ts';
import { escapeHtml } from './layout.ts';

/** Mails shown at once. */
const newest = 200;

// Mails bring styles of their own, and nothing else.
const mailboxPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"], frameAncestors: ["'none'"] },
};

const page = (mails: Awaited<ReturnType<typeof readMails>>) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title>
<style>body{font:16px/1.5 system-ui;max-width:720px;margin:2rem auto;padding:0 1rem}iframe{width:100%;height:30rem;border:1px solid #ccc}</style></head>
<body><h1>Mailbox</h1><p>No SMTP server is configured (SMTP_URL), so mails are kept here, the newest first.</p>
${mails
  .map(
    (
      mail,
    ) => `<details><summary><b>${escapeHtml(mail.subject)}</b> · ${escapeHtml(mail.recipient)} · ${mail.createdAt}</summary>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(mail.html.replace('<head>', '<head><base target="_blank">'))}"></iframe></details>`,
  )
  .join('\n')}
${mails.length === 0 ? '<p>No mails yet.</p>' : ''}</body></html>`;

async function readMails(db: Db) {
  return db
    .selectFrom('devMail')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
    .selectAll()
    .execute();
}

/** Every mail that had nowhere to go, for developers and trials; never mounted in production. */
export function mountDevMailbox(app: FastifyInstance, db: Db): void {
  app.get('/dev/mailbox.json', { schema: { hide: true } }, async () => readMails(db));
  app.get(
    '/dev/mailbox',
    { schema: { hide: true }, helmet: { contentSecurityPolicy: mailboxPolicy } },
    async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(await readMails(db))),
  );
}
