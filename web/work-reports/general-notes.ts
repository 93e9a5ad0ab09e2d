/** The general notes of an entry's work reports, each once: the rows of one report share theirs. */
export function generalNotesOf(reports: readonly { generalNotes: string | null }[]): string[] {
  return [...new Set(reports.flatMap(({ generalNotes }) => generalNotes ?? []))];
}
