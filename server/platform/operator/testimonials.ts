/* What customers say on the landing page: the operator's own, from TESTIMONIALS_FILE. */
import * as z from 'zod';
import { LANGUAGES } from '#domain/languages.ts';
import { TESTIMONIALS } from '#domain/site.ts';
import { photoName, readPeople, shortText } from './people-file.ts';

const testimonial = z.strictObject({
  name: shortText(80),
  company: shortText(120),
  photo: photoName,
  /** In every language of the site. */
  quote: z.record(z.enum(LANGUAGES), shortText(600)),
});

export type Testimonial = Awaited<ReturnType<typeof readTestimonials>>[number];

export const readTestimonials = (file: string | undefined) =>
  readPeople('TESTIMONIALS_FILE', file, z.array(testimonial).length(TESTIMONIALS));
