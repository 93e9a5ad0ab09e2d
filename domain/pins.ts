export const PIN_PATTERN = /^\d{4,6}$/;
export const PERSONAL_NUMBER_PATTERN = /^\d{1,10}$/;

/** The difference of each digit from the one before, modulo 10. */
const stepsOf = (digits: string) =>
  [...digits].slice(1).map((digit, index) => (Number(digit) - Number(digits.charAt(index)) + 10) % 10);

const isDay = (text: string) => Number(text) >= 1 && Number(text) <= 31;
const isMonth = (text: string) => Number(text) >= 1 && Number(text) <= 12;
const isDayAndMonth = (text: string) =>
  (isDay(text.slice(0, 2)) && isMonth(text.slice(2))) || (isMonth(text.slice(0, 2)) && isDay(text.slice(2)));

/**
 * Whether a PIN of 4 to 6 digits is one of the first that anybody would try: one digit or a pattern repeated, digits that
 * count up or down, a year, a date, or the person's own number.
 */
export function isWeakPin(pin: string, personalNumber: string | null): boolean {
  const steps = stepsOf(pin);
  const isRun = steps.every((step) => step === steps[0]) && [0, 1, 9].includes(steps[0] ?? 0);
  const isRepeated = /^(\d{2,3})\1+$/.test(pin);
  const isYear = /^(19|20)\d{2}$/.test(pin);
  const isBirthday =
    (pin.length === 4 && isDayAndMonth(pin)) ||
    (pin.length === 6 && (isDayAndMonth(pin.slice(0, 4)) || isDayAndMonth(pin.slice(2))));
  const isOwnNumber = personalNumber !== null && Number(pin) === Number(personalNumber);
  return isRun || isRepeated || isYear || isBirthday || isOwnNumber;
}
