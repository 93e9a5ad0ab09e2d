import type { Message } from '#contract/messages.ts';

/** At most this many messages come in one answer (contract/messages.ts). */
export const MESSAGES_PER_ANSWER = 100;

/** The messages that have been loaded, the newest first. */
export type LoadedMessages = {
  messages: Message[];
  /** The last one if there may be others before it: they are still to be asked for. */
  next: string | undefined;
};

export function toLoaded(messages: Message[]): LoadedMessages {
  return { messages, next: messages.length === MESSAGES_PER_ANSWER ? messages.at(-1)?.id : undefined };
}

/** The list with the newest messages as they are now. Where the two do not meet, older ones are asked for anew. */
export function joinNewest(known: LoadedMessages, newest: LoadedMessages): LoadedMessages {
  const arrived = new Set(newest.messages.map(({ id }) => id));
  const meets = !newest.next || known.messages.some(({ id }) => arrived.has(id));
  if (!meets) return newest;
  return {
    messages: [...newest.messages, ...known.messages.filter(({ id }) => !arrived.has(id))],
    next: known.next,
  };
}

/** The list with those before the message `before`; an answer to what the list no longer asks for is left out. */
export function joinOlder(known: LoadedMessages, before: string, older: LoadedMessages): LoadedMessages {
  if (known.next !== before) return known;
  return { messages: [...known.messages, ...older.messages], next: older.next };
}
