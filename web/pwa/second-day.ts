const FIRST_DAY = 'maina-first-day';

/** Whether the app was used on this device on an earlier day. Where nothing is stored it never was. */
export function isSecondDay(): boolean {
  try {
    const today = new Date().toJSON().slice(0, 10);
    localStorage[FIRST_DAY] ??= today;
    return localStorage[FIRST_DAY] < today;
  } catch {
    return false;
  }
}
