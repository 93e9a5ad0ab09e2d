/* People with a photograph whom the operator names in a JSON file: customers who say something, and managers. */
import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import * as z from 'zod';

const PHOTO_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const maxPhotoBytes = 100_000;

export type Photo = { type: string; bytes: Buffer };

export const shortText = (max: number) => z.string().trim().min(1).max(max);

/** The name of a picture beside the list. */
export const photoName = z
  .string()
  .refine((name) => extname(name).toLowerCase() in PHOTO_TYPES, 'an AVIF, JPEG, PNG or WebP file');

/**
 * Reads the list and the photographs; none without a file.
 * @throws an error for the operator that names the setting and what is wrong with the file or a photograph
 */
export async function readPeople<Person extends { photo: string }>(
  setting: string,
  file: string | undefined,
  list: z.ZodType<Person[]>,
): Promise<(Omit<Person, 'photo'> & { photo: Photo })[]> {
  if (!file) return [];
  try {
    const people = list.parse(JSON.parse(await readFile(file, 'utf8')));
    return await Promise.all(
      people.map(async ({ photo, ...person }) => {
        const bytes = await readFile(resolve(dirname(file), photo));
        if (bytes.length > maxPhotoBytes)
          throw new Error(`${photo} is larger than ${maxPhotoBytes / 1000} kB`);
        return { ...person, photo: { type: PHOTO_TYPES[extname(photo).toLowerCase()] ?? '', bytes } };
      }),
    );
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`These settings are not valid:\n  ${setting}: ${reason}`);
  }
}
