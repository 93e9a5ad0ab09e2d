/* Delays some calls to the test server and some of its answers, as a weak signal does. */
import { Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

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
    if (event !== 'request' || !incoming.url?.startsWith('/api/')) return pass();
    const end = outgoing.end.bind(outgoing) as (...rest: unknown[]) => unknown;
    outgoing.end = (...rest: unknown[]) => {
      void delay(lateBy(LATEST_ANSWER_MS)).then(() => end(...rest));
      return outgoing;
    };
    void delay(lateBy(LATEST_CALL_MS)).then(pass);
    return true;
  };
}
