/* What the build tells the service worker about the app's files. Names contain hashes: a file with the same URL never changes. */
import type { Language } from './languages.ts';

export type FileGroup = {
  /** The URLs of the files in the pack, which is an object of URL and text. */
  packed: string[];
  /** Fetched one by one. */
  single: string[];
};

export type LanguageGroup = FileGroup & {
  /** The URL of the pack. */
  pack: string;
  /** The URL of a pack that also holds the packed files of the app, for a first visit. */
  packWithApp: string;
};

/**
 * `app` and a language: what a phone needs without a signal. `online`: administrators' pages. `kiosk`: the pages of paired
 * devices (`single`), with the texts of every language.
 */
export type FileGroups = {
  app: FileGroup;
  online: FileGroup & { pack: string };
  kiosk: FileGroup & { pack: string };
  languages: Record<Language, LanguageGroup>;
};
