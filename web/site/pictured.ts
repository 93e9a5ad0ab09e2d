import { DEFAULT_LANGUAGE, type Language } from '#domain/languages.ts';
import SIZES from './picture-sizes.json' with { type: 'json' };

/** The language of the pictures: English where none were made yet. */
export const picturedIn = (language: Language) =>
  (language in SIZES ? language : DEFAULT_LANGUAGE) as keyof typeof SIZES;
