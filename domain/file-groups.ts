/* What the build tells the service worker of the app's files. */
import type { Language } from './languages.ts';

export type FileGroup = {
  /** The address of one file with all the packed ones: an object of address and text. */
  pack: string;
  packed: string[];
  /** Fetched one by one. */
  single: string[];
};

/**
 * `app` and each language: what a phone needs without a signal. `online`: pages of administrators and what else needs the
 * server. Names have hashes: what has the same address never changes.
 */
export type FileGroups = Record<'app' | 'online' | Language, FileGroup>;
