const PREVIEW_LENGTH = 100;

/** Returns the text in one line; after 100 characters it ends with an ellipsis (product.md §2). */
export function preview(content: string): string {
  const characters = Array.from(content.replace(/\s+/g, ' ').trim());
  if (characters.length <= PREVIEW_LENGTH) return characters.join('');
  return `${characters.slice(0, PREVIEW_LENGTH).join('').trimEnd()}…`;
}

export type TextPart = { text: string; isLink: boolean };

const WEB_ADDRESS = /https?:\/\/[^\s<>"„“”«»]+/gi;
const TRAILING_PUNCTUATION = /[.,;:!?'’)\]}*_~]+$/;

/** Splits the text into URLs (http and https only) and the text between them. */
export function textParts(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of content.matchAll(WEB_ADDRESS)) {
    const address = withoutPunctuation(found);
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: content.slice(end, index), isLink: false });
    parts.push({ text: address, isLink: true });
    end = index + address.length;
  }
  if (end < content.length) parts.push({ text: content.slice(end), isLink: false });
  return parts;
}

/** Sentence punctuation is not part of the URL; a closing bracket is, if the URL has the opening one. */
function withoutPunctuation(found: string): string {
  const bare = found.replace(TRAILING_PUNCTUATION, '');
  const closing = found.startsWith(')', bare.length);
  return closing && count(bare, '(') > count(bare, ')') ? `${bare})` : bare;
}

const count = (text: string, character: string) => text.split(character).length - 1;
