/*
 * EXAMPLES. The quotes are shown where the operator has configured no testimonials (TESTIMONIALS_FILE), never in
 * production. A company that runs the service puts its own profiles here.
 */

/** Their texts are in `locales/<lang>/site-landing.json` under the same id. */
export const EXAMPLE_QUOTES = [
  { id: 'joinery', name: 'Ilze Krūmiņa', company: 'Krūmiņu galdniecība', photo: '/site/example-ilze.svg' },
  { id: 'builder', name: 'Tomas Jankauskas', company: 'UAB Pamatas', photo: '/site/example-tomas.svg' },
] as const;

export const SOCIAL_PROFILES = [
  { name: 'LinkedIn', url: 'https://www.linkedin.com/company/maina-example' },
  { name: 'Facebook', url: 'https://www.facebook.com/maina.example' },
] as const;
