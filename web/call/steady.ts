/*
 * Keeps the page still under a pointer. A control that moves between press and release loses the click; one that moves
 * just before gives it to its neighbour, and somebody approves another request than the one they read. So does the second
 * click of a double click, once the first has taken its request off the list.
 */
import { notifyManager } from '@tanstack/react-query';

/** A longer press is not a click: somebody selects text or drags. */
const LONGEST_CLICK_MS = 3000;
/** On a touch screen the click comes a little after the release. */
const CLICK_DELAY_MS = 50;
/** Whoever has not moved the pointer or scrolled for this long is not about to click. */
const STILL_MS = 700;
const LONGEST_WAIT_MS = 3000;
/** Less than half of the smallest control. */
const SAME_PLACE_PX = 12;

let isPressed = false;
let waiting: (() => void)[] = [];
let movedAt = Number.NEGATIVE_INFINITY;

/** Runs what changes the page: at once, or after the click that is under way. */
export function afterClick(change: () => void): void {
  if (isPressed) waiting.push(change);
  else change();
}

/** Resolves once the pointer has been still for 0.7 s, at the latest after 3 s. */
export async function whenStill(): Promise<void> {
  const latest = performance.now() + LONGEST_WAIT_MS;
  const left = () => Math.min(movedAt + STILL_MS, latest) - performance.now();
  for (let ms = left(); ms > 0; ms = left()) await new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Begins to follow the pointer. From then on no answer of a query is shown during a click, and the second click of a double
 * click does nothing where it meets another control than the first.
 */
export function watchPointer(target: EventTarget = window): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    isPressed = false;
    const changes = waiting;
    waiting = [];
    for (const change of changes) change();
  };
  const releaseIn = (ms: number) => () => {
    clearTimeout(timer);
    timer = setTimeout(release, ms);
  };
  const on = (type: string, listener: () => void) =>
    target.addEventListener(type, listener, { capture: true, passive: true });
  const press = releaseIn(LONGEST_CLICK_MS);
  on('pointerdown', () => {
    isPressed = true;
    press();
  });
  on('pointerup', releaseIn(CLICK_DELAY_MS));
  on('pointercancel', releaseIn(0));
  // Not in the capture phase: the page changes once all have heard of the click.
  target.addEventListener('click', release);
  let first = { control: null as Element | null, x: 0, y: 0 };
  const ignoreOnOther = (event: Event) => {
    const { detail, clientX: x, clientY: y } = event as MouseEvent;
    const control = (event.target as Partial<Element>).closest?.('button, a, summary') ?? null;
    // Two quick taps on keys beside each other count as a double click in some browsers.
    const isThere = Math.hypot(x - first.x, y - first.y) <= SAME_PLACE_PX;
    if (detail > 1 && isThere && control !== first.control) {
      event.preventDefault();
      event.stopPropagation();
    } else first = { control, x, y };
  };
  target.addEventListener('click', ignoreOnOther, { capture: true });
  for (const type of ['pointerdown', 'pointermove', 'wheel', 'scroll']) {
    on(type, () => {
      movedAt = performance.now();
    });
  }
  notifyManager.setScheduler((notify) => setTimeout(() => afterClick(notify), 0));
}
