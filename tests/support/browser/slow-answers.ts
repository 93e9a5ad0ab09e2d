/* Delays some API calls and scripts, as a weak signal does, and every change of page, as a slow phone does. */
import { Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/** Together less than the two seconds after which a kiosk asks from its own memory. */
const LATEST_CALL_MS = 1000;
const LATEST_ANSWER_MS = 700;

/** A random delay in ms for one in four. */
const lateBy = (latest: number) => (Math.random() < 0.25 ? Math.random() * latest : 0);

/** With `SLOW_ANSWERS=true`, delays every HTTP server of this process. A proxy would change the address in mails and origins. */
export function answerLateIfAsked(): void {
  if (process.env.SLOW_ANSWERS !== 'true') return;
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event: string, ...given: unknown[]) {
    const pass = () => emit.call(this, event, ...given);
    const [incoming, outgoing] = given as [{ url?: string }, ServerResponse];
    if (event !== 'request' || !/^\/(api\/|assets\/.*\.js$)/.test(incoming.url ?? '')) return pass();
    const end = outgoing.end.bind(outgoing) as (...rest: unknown[]) => unknown;
    outgoing.end = (...rest: unknown[]) => {
      void delay(lateBy(LATEST_ANSWER_MS)).then(() => end(...rest));
      return outgoing;
    };
    void delay(lateBy(LATEST_CALL_MS)).then(pass);
    return true;
  };
}

/** How long the previous page stays after a change of page, in ms. */
const LATE_PAGE_MS = 400;
/** How long a message to the service worker takes, in ms. */
const LATE_WORKER_MS = 3500;

/**
 * With `SLOW_ANSWERS=true`, React renders late after a change of page: delays the messages that its scheduler sends to itself.
 * What pages send to their service worker comes late as well.
 */
export function renderLateIfAsked(context: BrowserContext): void {
  if (process.env.SLOW_ANSWERS !== 'true') return;
  const delays = [LATE_PAGE_MS, LATE_WORKER_MS] as const;
  void context.addInitScript(([lateMs, lateWorkerMs]) => {
    // Taken before a test can replace the page's clock.
    const later = setTimeout.bind(window);
    const now = performance.now.bind(performance);
    let until = 0;
    const begin = () => {
      until = now() + lateMs;
    };
    addEventListener('popstate', begin);
    for (const change of ['pushState', 'replaceState'] as const) {
      const original = History.prototype[change];
      History.prototype[change] = function (...given) {
        original.apply(this, given);
        begin();
      };
    }
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...given: [unknown]) {
      const send = () => postMessage.apply(this, given);
      if (now() < until) later(send, until - now());
      else send();
    };
    if (!('ServiceWorker' in window)) return;
    const toWorker = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, ...given: [unknown]) {
      later(() => toWorker.apply(this, given), lateWorkerMs);
    };
  }, delays);
}
