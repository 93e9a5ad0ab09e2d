import { PRODUCT_NAME } from '#domain/product.ts';
import type { Config } from '#server/config.ts';
import { ownOrigin } from '../http/own-origin.ts';

type Content = {
  language: string;
  title: string;
  paragraphs: string[];
  /** Figures or secrets to copy, each with a label. */
  facts?: { label: string; value: string }[];
  button?: { label: string; url: string };
  footer: string;
  /** Below the footer: how to get no more of these. */
  stop?: { label: string; url: string } | undefined;
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/**
 * The product's mark and name. The mark is two table cells with borders and a background, which every mail program draws without
 * loading anything.
 */
const HEAD = `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 24px;border-collapse:separate"><tr>
<td aria-hidden="true" style="padding:2px;border:4px solid #141b24;border-radius:4px;background:#fff"><table role="presentation" cellspacing="0" cellpadding="0"><tr><td width="12" height="12" bgcolor="#fbda1b" style="width:12px;height:12px;border-radius:1px;background:#fbda1b;font-size:0;line-height:0">&nbsp;</td></tr></table></td>
<td style="padding:0 0 0 10px;font-size:20px;font-weight:800;line-height:1">${PRODUCT_NAME}</td>
</tr></table>`;

/** Returns a mail as HTML that old mail clients understand, and as plain text with the same content. */
export function layoutMail({ language, title, paragraphs, facts = [], button, footer, stop }: Content) {
  const text = [
    title,
    ...paragraphs,
    ...facts.map((fact) => `${fact.label}: ${fact.value}`),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `-- \n${footer}${stop ? `\n${stop.label}: ${stop.url}` : ''}`,
  ].join('\n\n');

  const paragraph = (body: string) => `<p style="margin:0 0 16px">${escapeHtml(body)}</p>`;
  // What is copied, as a password or a hash, is one word with figures.
  const fontOf = (value: string) =>
    /^\S*[\d@]\S*$/.test(value) ? ';font-family:ui-monospace,Menlo,Consolas,monospace' : '';
  const factRow = ({ label, value }: { label: string; value: string }) =>
    `<tr><td style="padding:4px 16px 4px 0;color:#5b6470;vertical-align:top">${escapeHtml(label)}</td>` +
    `<td style="padding:4px 0;word-break:break-word;overflow-wrap:anywhere;font-weight:600${fontOf(value)}">${escapeHtml(value)}</td></tr>`;
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#faf8f4;color:#1a1f26;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e2ded6;border-radius:8px">
${HEAD}
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${facts.length > 0 ? `<table style="margin:0 0 16px;border-collapse:collapse">${facts.map(factRow).join('')}</table>` : ''}
${
  button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;background:#1a1f26;color:#fff;text-decoration:none;border-radius:6px;font-weight:600">${escapeHtml(button.label)}</a></p>`
    : ''
}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e2ded6;color:#5b6470;font-size:14px">${escapeHtml(footer)}${stop ? `<br><a href="${escapeHtml(stop.url)}" style="color:#5b6470">${escapeHtml(stop.label)}</a>` : ''}</p>
</div></body></html>`;
  return { html, text };
}

/** Scheme and host of the links in mails: never those of a request, whose `Host` can be forged. */
export const originForMails = (config: Pick<Config, 'publicUrl' | 'host' | 'port'>) => ownOrigin(config);
