/* What the build tells the service worker of the app's files. Names have hashes: what has the same address never changes. */
import type { Language } from './languages.ts';

export type FileGroup = {
  /** Addresses of the files that come in a pack, which is an object of address and text. */
  packed: string[];
  /** Fetched one by one. */
  single: string[];
};

export type LanguageGroup = FileGroup & {
  /** The address of the pack. */
  pack: string;
  /** The address of a pack with the packed files of the app as well, for a first visit. */
  packWithApp: string;
};

/** `app` and a language: what a phone needs without a signal. `online`: the pages of administrators. */
export type FileGroups = {
  app: FileGroup;
  online: FileGroup & { pack: string };
  languages: Record<Language, LanguageGroup>;
};
