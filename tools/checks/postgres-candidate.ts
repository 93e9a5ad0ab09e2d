import { spawnSync } from 'node:child_process';

/** A sentence if apt offers a newer minor of PostgreSQL 15 than the installed one; none on a machine without apt. */
export function olderThanCandidate(): string[] {
  const { status, stdout } = spawnSync('apt-cache', ['policy', 'postgresql-15'], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (status !== 0) return [];
  return outdatedIn(stdout);
}

/** Of what `apt-cache policy` prints. */
export function outdatedIn(policy: string): string[] {
  const [installed, candidate] = ['Installed', 'Candidate'].map(
    (name) => new RegExp(`^ *${name}: (\\S+)`, 'm').exec(policy)?.[1] ?? '(none)',
  );
  if (installed === '(none)' || candidate === '(none)' || installed === candidate) return [];
  return [
    `PostgreSQL ${installed} was tested; apt offers ${candidate}. Newer minors can refuse what older ones took: ` +
      'apt-get install postgresql-15, and run again.',
  ];
}
