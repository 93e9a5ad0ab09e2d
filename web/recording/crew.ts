/* A manager checks several people in or out, with or without a connection. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CrewMember, CrewOutcome } from '#contract/crew.ts';
import { readBadgeCode } from '#domain/badge-code.ts';
import { fullName } from '#domain/names.ts';
import { timeRecordsChanged } from '#web/call/changes.ts';
import { randomId } from '#web/call/random-id.ts';
import { madeNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import type { CrewDraft, CrewItem, OutboxItem } from '#web/queue/outbox-items.ts';
import { loadOutbox, submitDraft, useOutbox } from './outbox.ts';

/** Somebody who was ticked, or whose badge was shown. */
export type Chosen = { key: string; name: string; badge?: string; userId?: string };

/** Who shows this badge: one of the people if the phone knows them by it. Null if the text is no badge's. */
export async function readBadge(
  text: string,
  people: readonly CrewMember[],
  unknownName: (end: string) => string,
): Promise<Chosen | null> {
  const badge = readBadgeCode(text);
  if (!badge) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(badge));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const person = people.find(({ badgeHash }) => badgeHash === hash);
  return person
    ? { key: person.id, name: fullName(person), badge }
    : { key: badge, name: unknownName(badge.slice(-4)), badge };
}

type Confirmed = Pick<CrewDraft, 'action' | 'location'> & { chosen: readonly Chosen[] };

export type { CrewDraft };

/** Outcomes that the phone could not store with the others. */
export type Unstored = { draft: CrewDraft; outcomes: CrewOutcome[] };

/** Records or stores the people; returns outcomes kept nowhere else. A failure is a toast with this title. */
export function useRecordCrew(errorTitle: string) {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ action, location, chosen }: Confirmed): Promise<Unstored | undefined> => {
      const people = chosen.map(({ key: _, ...person }) => ({ clientScanId: randomId(), ...person }));
      const what = { kind: 'crew' as const, action, location, people };
      const draft: CrewDraft = { ...what, id: randomId(), userId, ...madeNow() };
      const submitted = await submitDraft(draft);
      const isStored = (await (await loadOutbox()).listItems(userId)).some((item) => item.id === draft.id);
      return submitted.fate === 'done' && !isStored ? { draft, outcomes: submitted.result } : undefined;
    },
    onSettled: () => void timeRecordsChanged(queryClient),
    meta: { errorTitle },
  });
}

const isCrew = (item: OutboxItem): item is CrewItem => item.kind === 'crew';

/** What the viewer has confirmed and not put away, newest first. */
export const useCrewItems = (): CrewItem[] => useOutbox().filter(isCrew).toReversed();
