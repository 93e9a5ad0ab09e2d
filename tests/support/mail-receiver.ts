import { SMTPServer } from 'smtp-server';

export type Received = { from: string; to: string[]; source: string };

/**
 * A mail server that stores what it receives, with STARTTLS if it has a certificate. `refusals` says how often it first rejects an address for now; those in
 * `unknown` it rejects for good.
 */
export async function startMailReceiver(tls?: { cert: string; key: string }) {
  const received: Received[] = [];
  const refusals = new Map<string, number>();
  const unknown = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    ...tls,
    onRcptTo({ address }, _session, answer) {
      if (unknown.has(address)) {
        return answer(Object.assign(new Error(`5.1.1 <${address}>: no such user`), { responseCode: 550 }));
      }
      const left = refusals.get(address) ?? 0;
      refusals.set(address, left - 1);
      if (left <= 0) return answer();
      answer(Object.assign(new Error(`4.7.1 <${address}>: greylisted, try again`), { responseCode: 451 }));
    },
    async onData(stream, { envelope }, done) {
      const source = Buffer.concat(await Array.fromAsync(stream)).toString('latin1');
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
      done();
    },
  });
  // A client that refuses the certificate ends the connection.
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    unknown,
    to: (address: string) => received.filter(({ to }) => to.includes(address)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
