/** What a page says to the service worker. */
export type WorkerMessage =
  /** The waiting worker becomes the active one. */
  | { type: 'take-over' }
  /** The texts of this language are wanted offline too. */
  | { type: 'language'; language: string }
  /** Asks, with a port for the answer, whether the worker belongs to the release of this file. */
  | { type: 'has-file'; path: string };
