import { fold } from '#domain/names.ts';

/** What decides whether two headings are the same. */
export const headingKey = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
