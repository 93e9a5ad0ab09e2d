import type { KeyboardEvent } from 'react';

const NEXT = { vertical: 'ArrowDown', horizontal: 'ArrowRight' };
const PREVIOUS = { vertical: 'ArrowUp', horizontal: 'ArrowLeft' };

/** Returns the item that an arrow key, Home or End moves to, wrapping around; undefined for other keys. */
export function itemByKey<Item extends Element>(
  { key }: KeyboardEvent,
  items: Item[],
  axis: 'vertical' | 'horizontal',
): Item | undefined {
  const index = items.findIndex((item) => item.matches(':focus'));
  if (key === NEXT[axis]) return items[(index + 1) % items.length];
  if (key === PREVIOUS[axis]) return items.at(index < 0 ? -1 : index - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  return undefined;
}
