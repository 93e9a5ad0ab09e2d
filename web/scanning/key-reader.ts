/* Bar-code readers that type like a keyboard ("keyboard wedge"): the code at once, then Enter. */

/** Slow Bluetooth readers need 100 ms for a character, and a busy device delivers them late. */
const MAX_GAP_MS = 1000;
/** A personal number has at most 10 digits: longer ones come from a reader. */
const MAX_TYPED_DIGITS = 10;
/** A person who presses two keys by accident did not show a code. */
const MIN_LENGTH = 4;

export type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'timeStamp'>;

/** The character on a US keyboard, which most readers imitate whatever layout the device has. */
function usCharacter(code: string): string | undefined {
  return /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code)?.slice(1).find(Boolean);
}

/**
 * Recognizes codes among key strokes. `take` returns the possible texts when a code ends with Enter: as the device's
 * layout has it, and as a US keyboard would, where that differs; undefined for all other strokes.
 */
export function newKeyReader(): {
  take: (stroke: Stroke) => string[] | undefined;
  /** Whether a reader is typing: then digits are not meant for the key pad. */
  isReading: () => boolean;
} {
  let strokes: { shown: string; us: string }[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  const text = (of: 'shown' | 'us') => strokes.map((stroke) => stroke[of]).join('');
  const isTyped = () => /^\d*$/.test(text('shown')) && strokes.length <= MAX_TYPED_DIGITS;
  return {
    isReading: () => !isTyped(),
    take({ key, code, timeStamp }) {
      // Shift and the like; a dead key has a physical one.
      if (key !== 'Enter' && key.length !== 1 && !usCharacter(code)) return undefined;
      if (timeStamp - lastAt > MAX_GAP_MS) strokes = [];
      lastAt = timeStamp;
      if (key !== 'Enter') {
        const shown = key.length === 1 ? key : '';
        strokes.push({ shown, us: usCharacter(code) ?? shown });
        return undefined;
      }
      const found = strokes.length >= MIN_LENGTH && !isTyped();
      const texts = [...new Set([text('shown'), text('us')].map((each) => each.toUpperCase()))];
      strokes = [];
      return found ? texts : undefined;
    },
  };
}
