/** What a page says to the service worker. */
export type WorkerMessage =
  /** The waiting worker becomes the active one. */
  | { type: 'take-over' }
  /** The language of the page and the built files that it has loaded are wanted offline too. */
  | { type: 'in-use'; language: string; files: string[] }
  /** Asks, with a port for the answer, whether the worker belongs to the release of this file. */
  | { type: 'has-file'; path: string };
