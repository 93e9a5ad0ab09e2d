import { useState } from 'react';

/** Who has been ticked off and since when; kept on this device, so that a reload or an empty battery loses nothing. */
type RollCall = { startedAt: number; ticked: string[] };

/** Older ticks belong to an earlier roll-call. */
const MAX_AGE_MS = 12 * 3_600_000;

const keyOf = (companyId: string) => `maina-roll-call-${companyId}`;

function read(companyId: string, now: number): RollCall {
  try {
    // Only the code below writes it.
    const kept: RollCall | null = JSON.parse(localStorage.getItem(keyOf(companyId)) ?? 'null');
    if (kept && now - kept.startedAt < MAX_AGE_MS) return kept;
  } catch {
    // Storage is disabled or its content invalid: start a new one.
  }
  return { startedAt: now, ticked: [] };
}

/** The current roll-call of a company on this device; `now` is the server's time, epoch milliseconds. */
export function useRollCall(companyId: string, now: number) {
  const [rollCall, setRollCall] = useState(() => read(companyId, now));
  const keep = (next: RollCall) => {
    setRollCall(next);
    try {
      localStorage.setItem(keyOf(companyId), JSON.stringify(next));
    } catch {
      // Without storage it lasts until the page is left.
    }
  };
  const { startedAt, ticked } = rollCall;
  return {
    startedAt,
    isTicked: (entryId: string) => ticked.includes(entryId),
    toggle: (entryId: string) =>
      keep({
        startedAt,
        ticked: ticked.includes(entryId) ? ticked.filter((id) => id !== entryId) : [...ticked, entryId],
      }),
    startAgain: () => keep({ startedAt: now, ticked: [] }),
  };
}
