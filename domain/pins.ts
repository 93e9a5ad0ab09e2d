export const PIN_PATTERN = /^\d{4,6}$/;
export const PERSONAL_NUMBER_PATTERN = /^\d{1,10}$/;

/** The difference of each digit from the one before, modulo 10. */
const stepsOf = (digits: string) =>
  [...digits].slice(1).map((digit, index) => (Number(digit) - Number(digits.charAt(index)) + 10) % 10);

const isDay = (text: string) => Number(text) >= 1 && Number(text) <= 31;
const isMonth = (text: string) => Number(text) >= 1 && Number(text) <= 12;
const isDayAndMonth = (text: string) =>
  (isDay(text.slice(0, 2)) && isMonth(text.slice(2))) || (isMonth(text.slice(0, 2)) && isDay(text.slice(2)));

/** Where a digit lies on the pad, by column and row: 1 to 9 in three rows, 0 below the 8. */
const placeOf = (digit: number) =>
  (digit === 0 ? [1, 3] : [(digit - 1) % 3, Math.floor((digit - 1) / 3)]) as [number, number];

/** The moves on the pad from each digit to the next. */
const movesOf = (digits: string) =>
  [...digits].slice(1).map((digit, index) => {
    const [fromX, fromY] = placeOf(Number(digits.charAt(index)));
    const [x, y] = placeOf(Number(digit));
    return { x: x - fromX, y: y - fromY };
  });
type Move = ReturnType<typeof movesOf>[number];

const isSame = (a: Move, b: Move) => a.x === b.x && a.y === b.y;
const isToNeighbour = ({ x, y }: Move) => Math.max(Math.abs(x), Math.abs(y)) === 1;
/** Three keys in a row, column or diagonal. */
const isLine = (digits: string) => {
  const [first, second] = movesOf(digits);
  return first !== undefined && second !== undefined && isToNeighbour(first) && isSame(first, second);
};

/**
 * Whether the digits are drawn on the pad: a straight line or one with a corner (2580, 1236), the corners of a rectangle
 * (1397, 1254), two lines of three keys (147369), or one and the 0 (7410).
 */
function isDrawn(pin: string): boolean {
  const moves = movesOf(pin);
  const corners = moves.filter((move, index) => index > 0 && !isSame(move, moves[index - 1] ?? move)).length;
  if (moves.every(isToNeighbour) && corners <= 1) return true;
  if (/^(?=.*1)(?=.*3)(?=.*7)(?=.*9).{4}$/.test(pin)) return true;
  if (/^.{3}0$/.test(pin) && isLine(pin.slice(0, 3))) return true;
  if (/^0.{3}$/.test(pin) && isLine(pin.slice(1))) return true;
  if (pin.length === 6) return isLine(pin.slice(0, 3)) && isLine(pin.slice(3));
  const [first, second, third, ...more] = moves;
  if (!first || !second || !third || more.length > 0) return false;
  return (
    !isSame(first, { x: 0, y: 0 }) &&
    !isSame(second, { x: 0, y: 0 }) &&
    first.x + third.x === 0 &&
    first.y + third.y === 0 &&
    first.x * second.x + first.y * second.y === 0
  );
}

/**
 * Whether a PIN of 4 to 6 digits is one of the first that anybody would try: one digit or a pattern repeated, digits that
 * count up or down by the same step, a drawing on the pad, a year, a date, or the person's own number.
 */
export function isWeakPin(pin: string, personalNumber: string | null): boolean {
  const steps = stepsOf(pin);
  const isRun = steps.every((step) => step === steps[0]);
  const isRepeated = /^(\d{2,3})\1+$/.test(pin);
  const isYear = /^(19|20)\d{2}$/.test(pin);
  const isBirthday =
    (pin.length === 4 && isDayAndMonth(pin)) ||
    (pin.length === 6 && (isDayAndMonth(pin.slice(0, 4)) || isDayAndMonth(pin.slice(2))));
  const isOwnNumber = personalNumber !== null && Number(pin) === Number(personalNumber);
  return isRun || isRepeated || isDrawn(pin) || isYear || isBirthday || isOwnNumber;
}
