/* What customers say on the landing page: the operator's own, from TESTIMONIALS_FILE. */
import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import * as z from 'zod';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { TESTIMONIALS } from '#domain/site.ts';

const PHOTO_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const maxPhotoBytes = 100_000;

const text = (max: number) => z.string().trim().min(1).max(max);
const testimonial = z.strictObject({
  name: text(80),
  company: text(120),
  /** A file beside the list. */
  photo: z
    .string()
    .refine((name) => extname(name).toLowerCase() in PHOTO_TYPES, 'an AVIF, JPEG, PNG or WebP file'),
  /** In every language of the site. */
  quote: z.record(z.enum(LANGUAGES), text(600)),
});

export type Testimonial = {
  name: string;
  company: string;
  quote: Record<Language, string>;
  photo: { type: string; bytes: Buffer };
};

/**
 * Reads the testimonials, none without a file.
 * @throws an error for the operator that names what is wrong with the file or a photograph
 */
export async function readTestimonials(file: string | undefined): Promise<Testimonial[]> {
  if (!file) return [];
  try {
    const list = z
      .array(testimonial)
      .length(TESTIMONIALS)
      .parse(JSON.parse(await readFile(file, 'utf8')));
    return await Promise.all(
      list.map(async ({ photo, ...said }) => {
        const bytes = await readFile(resolve(dirname(file), photo));
        if (bytes.length > maxPhotoBytes)
          throw new Error(`${photo} is larger than ${maxPhotoBytes / 1000} kB`);
        return { ...said, photo: { type: PHOTO_TYPES[extname(photo).toLowerCase()] ?? '', bytes } };
      }),
    );
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`These settings are not valid:\n  TESTIMONIALS_FILE: ${reason}`);
  }
}
