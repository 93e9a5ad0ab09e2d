import * as z from 'zod/mini';
import type { AskedPage } from '#contract/fields.ts';
import type { PublicContext } from '#server/context.ts';
import { invalidField } from '../errors.ts';

/** Up to `limit` rows, after the one that has this place in the order. */
export type Page = { limit: number; after: [order: string, id: string] | null };

const place = z.tuple([z.string(), z.uuid()]);
const usualLimit = 100;

/**
 * Reads a list: all of it, or with `limit` or `cursor` a page. If more rows follow, the answer's `Link` leads to the next page
 * (RFC 8288). `read` gets a limit of one row more than the page has; `placeOf` is what orders the rows. Rows that are added or removed
 * in between shift no page.
 */
export async function readPage<Row>(
  { tellNextPage }: Pick<PublicContext, 'tellNextPage'>,
  { limit, cursor }: AskedPage,
  read: (page?: Page) => Promise<Row[]>,
  placeOf: (row: Row) => [order: string, id: string],
): Promise<Row[]> {
  if (limit === undefined && cursor === undefined) return read();
  const size = limit ?? usualLimit;
  const rows = await read({ limit: size + 1, after: cursor === undefined ? null : placeIn(cursor) });
  const last = rows[size - 1];
  if (rows.length > size && last) {
    tellNextPage(Buffer.from(JSON.stringify(placeOf(last))).toString('base64url'));
  }
  return rows.slice(0, size);
}

function placeIn(cursor: string): [string, string] {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidField('cursor', 'invalid');
  }
}

/** The header that leads from the page at this address to the next one. */
export function nextPageLink(address: string, cursor: string): string {
  const [path, query] = address.split('?');
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return `<${path}?${next}>; rel="next"`;
}
