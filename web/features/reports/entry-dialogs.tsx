import type { TimeEntry } from '#contract/time-tracking.ts';
import { fullName } from '#domain/names.ts';
import { DeleteEntryDialog } from '#web/entries/delete-entry-dialog.tsx';
import { EntryDialog } from '#web/entries/entry-dialog.tsx';
import { HistoryDialog } from '#web/entries/history-dialog.tsx';
import type { EntryAction } from './entry-actions.tsx';

export type OpenedEntry = { action: 'add' } | { action: EntryAction; entry: TimeEntry };

type EntryDialogsProps = {
  opened: OpenedEntry;
  /** The suggested date of a new entry, `yyyy-MM-dd`. */
  date: string;
  onClose: () => void;
};

export function EntryDialogs({ opened, date, onClose }: EntryDialogsProps) {
  if (opened.action === 'add') return <EntryDialog entry={undefined} date={date} onClose={onClose} />;
  const { action, entry } = opened;
  if (action === 'edit') return <EntryDialog entry={entry} date={date} onClose={onClose} />;
  if (action === 'delete') return <DeleteEntryDialog entry={entry} onClose={onClose} />;
  return <HistoryDialog entryId={entry.id} name={fullName(entry.user)} onClose={onClose} />;
}
