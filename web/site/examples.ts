/* EXAMPLES. A company that runs the service puts its own customers, photographs and profiles here. */

/** While true, the landing page says below the quotes that they are invented. */
export const QUOTES_ARE_EXAMPLES = true;

/**
 * Their texts are in `locales/<lang>/site-landing.json` under the same id. Photographs: square, in `web/public/site/`.
 */
export const QUOTES = [
  { id: 'joinery', name: 'Ilze Krūmiņa', company: 'Krūmiņu galdniecība', photo: '/site/example-ilze.svg' },
  { id: 'builder', name: 'Tomas Jankauskas', company: 'UAB Pamatas', photo: '/site/example-tomas.svg' },
] as const;

/** Figures above the quotes; their labels are in `site-landing.json`. */
export const METRICS = [
  { id: 'setup', value: '5' },
  { id: 'scan', value: '3' },
  { id: 'paper', value: '0' },
] as const;

export const SOCIAL_PROFILES = [
  { name: 'LinkedIn', url: 'https://www.linkedin.com/company/maina-example' },
  { name: 'Facebook', url: 'https://www.facebook.com/maina.example' },
] as const;
