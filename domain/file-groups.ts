/* What the build tells the service worker about the app's files. */
import type { Language } from './languages.ts';

export type FileGroup = {
  /** The URL of one file with all the packed ones: an object of URL and text. */
  pack: string;
  packed: string[];
  /** Fetched one by one. */
  single: string[];
};

/**
 * `app` and each language: what a phone needs without a signal. `online`: administrators' pages and everything else
 * that needs the server. File names contain hashes: a file with the same URL never changes.
 */
export type FileGroups = Record<'app' | 'online' | Language, FileGroup>;
