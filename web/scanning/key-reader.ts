/* Bar-code readers that type like a keyboard ("keyboard wedge"): the code at once, then Enter, Tab or nothing. */
import { badgeAtEnd } from '#domain/badge-code.ts';

/** Slow Bluetooth readers need 100 ms for a character, and a busy device delivers them late. */
const MAX_GAP_MS = 1000;
/** An employee number has at most 10 digits: longer ones come from a reader. */
const MAX_TYPED_DIGITS = 10;
/** A person who presses two keys by accident did not show a code. */
const MIN_LENGTH = 4;

export type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'timeStamp'>;

/** The character on a US keyboard, which most readers imitate whatever layout the device has. */
function usCharacter(code: string): string | undefined {
  return /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code)?.slice(1).find(Boolean);
}

const isEnd = (key: string) => key === 'Enter' || key === 'Tab';

export type KeyReader = {
  /**
   * Returns the possible texts when a code ends with Enter or Tab: as the device's layout has it, and as a US keyboard
   * would, where that differs. Empty for the end of a code that `finish` has returned already; undefined for all other
   * strokes.
   */
  take: (stroke: Stroke) => string[] | undefined;
  /** Whether a reader is typing: then digits are not meant for the key pad. */
  isReading: () => boolean;
  /** Whether a whole badge has been typed. If nothing follows, its reader sends no end, and `finish` returns its texts. */
  isComplete: () => boolean;
  finish: () => string[];
};

export function newKeyReader(): KeyReader {
  let strokes: { shown: string; us: string }[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  let isFinished = false;
  const text = (of: 'shown' | 'us') => strokes.map((stroke) => stroke[of]).join('');
  const texts = () => [...new Set([text('shown'), text('us')].map((each) => each.toUpperCase()))];
  const isTyped = () => /^\d*$/.test(text('shown')) && strokes.length <= MAX_TYPED_DIGITS;
  const finish = () => {
    const found = texts();
    strokes = [];
    isFinished = true;
    return found;
  };
  return {
    isReading: () => !isTyped(),
    isComplete: () => texts().some(badgeAtEnd),
    finish,
    take({ key, code, timeStamp }) {
      // Shift and the like; a dead key has a physical one.
      if (!isEnd(key) && key.length !== 1 && !usCharacter(code)) return undefined;
      if (timeStamp - lastAt > MAX_GAP_MS) {
        strokes = [];
        isFinished = false;
      }
      lastAt = timeStamp;
      if (isEnd(key)) {
        const isLate = isFinished && strokes.length === 0;
        const isCode = strokes.length >= MIN_LENGTH && !isTyped();
        const found = isCode ? finish() : isLate ? [] : undefined;
        strokes = [];
        isFinished = false;
        return found;
      }
      const shown = key.length === 1 ? key : '';
      strokes.push({ shown, us: usCharacter(code) ?? shown });
      return undefined;
    },
  };
}
