import { expect, it } from 'vitest';
import type { Message } from '#contract/messages.ts';
import {
  joinNewest,
  joinOlder,
  type LoadedMessages,
  MESSAGES_PER_ANSWER,
  toLoaded,
} from './loaded-messages.ts';

const message = (number: number): Message => ({
  id: String(number),
  companyId: 'c',
  senderId: 's',
  recipientId: null,
  locationId: null,
  subject: `Message ${number}`,
  content: 'Text',
  isRead: false,
  isAnnouncement: false,
  createdAt: '2026-03-05T08:00:00.000Z',
  location: null,
  sender: { firstName: 'Anna', lastName: 'Bērziņa' },
  recipient: null,
});

/** The response of a server that has messages 1 to `last`. */
function answerOf(last: number, before = last + 1): LoadedMessages {
  const count = Math.min(MESSAGES_PER_ANSWER, before - 1);
  return toLoaded(Array.from({ length: count }, (_, index) => message(before - 1 - index)));
}

const numbers = ({ messages }: LoadedMessages) => messages.map(({ id }) => Number(id));
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

it('a full page says where the next one begins, a shorter one is the last', () => {
  expect(answerOf(250).next).toBe('151');
  expect(answerOf(99).next).toBeUndefined();
  expect(toLoaded([]).next).toBeUndefined();
});

it('page after page the list becomes complete', () => {
  const two = joinOlder(answerOf(250), '151', answerOf(250, 151));
  expect(two.next).toBe('51');
  const all = joinOlder(two, '51', answerOf(250, 51));
  expect(numbers(all)).toEqual(down(250, 1));
  expect(all.next).toBeUndefined();
});

it('a repeated or late response changes nothing', () => {
  const two = joinOlder(answerOf(250), '151', answerOf(250, 151));
  expect(joinOlder(two, '151', answerOf(250, 151))).toBe(two);
});

it('new messages come first, and the position of unloaded ones is kept', () => {
  const joined = joinNewest(joinOlder(answerOf(250), '151', answerOf(250, 151)), answerOf(253));
  expect(numbers(joined)).toEqual(down(253, 51));
  expect(joined.next).toBe('51');
});

it('no new messages change nothing, even if all are loaded', () => {
  const joined = joinNewest(joinOlder(answerOf(150), '51', answerOf(150, 51)), answerOf(150));
  expect(numbers(joined)).toEqual(down(150, 1));
  expect(joined.next).toBeUndefined();
});

it('the first messages of an empty list', () => {
  expect(numbers(joinNewest(toLoaded([]), answerOf(2)))).toEqual([2, 1]);
});

it('a gap between new and loaded messages makes the older ones load again', () => {
  const joined = joinNewest(answerOf(100), answerOf(300));
  expect(numbers(joined)).toEqual(down(300, 201));
  expect(joined.next).toBe('201');
  expect(joinNewest(toLoaded([]), answerOf(120)).next).toBe('21');
});
