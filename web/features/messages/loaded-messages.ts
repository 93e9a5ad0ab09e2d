import type { Message } from '#contract/messages.ts';

/** The most messages in one response (contract/messages.ts). */
export const MESSAGES_PER_ANSWER = 100;

/** The messages loaded so far, newest first. */
export type LoadedMessages = {
  messages: Message[];
  /** The last message if older ones may still have to be loaded. */
  next: string | undefined;
};

export function toLoaded(messages: Message[]): LoadedMessages {
  return { messages, next: messages.length === MESSAGES_PER_ANSWER ? messages.at(-1)?.id : undefined };
}

/** Merges in the newest messages. If they do not overlap with the list, older ones are loaded again. */
export function joinNewest(known: LoadedMessages, newest: LoadedMessages): LoadedMessages {
  const arrived = new Set(newest.messages.map(({ id }) => id));
  const meets = !newest.next || known.messages.some(({ id }) => arrived.has(id));
  if (!meets) return newest;
  return {
    messages: [...newest.messages, ...known.messages.filter(({ id }) => !arrived.has(id))],
    next: known.next,
  };
}

/** Appends the messages before the message `before`; ignores a response that the list no longer waits for. */
export function joinOlder(known: LoadedMessages, before: string, older: LoadedMessages): LoadedMessages {
  if (known.next !== before) return known;
  return { messages: [...known.messages, ...older.messages], next: older.next };
}
