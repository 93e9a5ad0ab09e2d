/* The operator's managers, each of whom looks after companies whose plan includes one: MANAGERS_FILE. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { managerPhoto } from '#domain/site.ts';
import { photoName, readPeople, shortText } from './people-file.ts';

const manager = z.strictObject({
  name: shortText(80),
  phone: shortText(40),
  email: z.email(),
  photo: photoName,
});

export type Manager = Awaited<ReturnType<typeof readManagers>>[number];

export const readManagers = (file: string | undefined) =>
  readPeople('MANAGERS_FILE', file, z.array(manager).min(1).max(100));

/** The company's manager, the same as long as they are on the list, whoever joins or leaves it otherwise; null without a list. */
export function managerOf(managers: readonly Manager[], companyId: string) {
  const rank = ({ email }: Manager) => createHash('sha256').update(`${companyId} ${email}`).digest('hex');
  const [chosen] = managers
    .map((candidate, index) => ({ candidate, index, rank: rank(candidate) }))
    .toSorted((a, b) => (a.rank < b.rank ? 1 : -1));
  if (!chosen) return null;
  const { name, phone, email } = chosen.candidate;
  return { name, phone, email, photo: managerPhoto(chosen.index) };
}
