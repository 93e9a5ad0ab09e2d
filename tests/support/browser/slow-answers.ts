/* A weak signal between the browser and the server of its tests: some calls arrive late, and some answers. */
import { Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Both together are less than the two seconds after which a kiosk asks from its own memory. */
const LATEST_CALL_MS = 1000;
const LATEST_ANSWER_MS = 700;

/** In ms: one in four is late, each by another time. */
const lateBy = (latest: number) => (Math.random() < 0.25 ? Math.random() * latest : 0);

/** With `SLOW_ANSWERS=true`, every server of this process answers late. In the server, so that its address stays the same. */
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
