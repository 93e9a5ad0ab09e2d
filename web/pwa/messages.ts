/** Messages from a page to the service worker. */
export type WorkerMessage =
  /** Activates the waiting worker. */
  | { type: 'take-over' }
  /** Asks the worker to cache the language of the page and the built files that it has loaded. */
  | { type: 'in-use'; language: string; files: string[] }
  /** Asks, with a port for the answer, whether the worker belongs to the release with this file. */
  | { type: 'has-file'; path: string };
