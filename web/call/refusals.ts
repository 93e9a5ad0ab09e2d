/* What a refusal says of the session and the release: known to query-client.ts, asked by the outbox, which that loads. */
let follow: (error: Error) => void = () => undefined;

/** Sets what happens when the server refuses something. */
export function onRefusal(handle: (error: Error) => void): void {
  follow = handle;
}

export const followRefusal = (error: Error): void => follow(error);
