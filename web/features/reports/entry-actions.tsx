import { EllipsisVertical, History, PencilLine, Trash2 } from 'lucide-react';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { fullName } from '#domain/names.ts';
import { useReach } from '#web/call/user.ts';
import { useEntryPeriod } from '#web/entries/entry-line.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';

export type EntryAction = 'edit' | 'history' | 'delete';

type EntryActionsProps = { entry: TimeEntry; onAction: (action: EntryAction, entry: TimeEntry) => void };

export function EntryActions({ entry, onAction }: EntryActionsProps) {
  const { t } = useTranslation('reports');
  const period = useEntryPeriod();
  const mayChange = useReach('deleteTimeEntry');
  const name = `${fullName(entry.user)}, ${period(entry.checkIn, entry.checkOut)}`;
  return (
    <DropdownMenu
      trigger={(props) => (
        <IconButton {...props} label={t('actions.open', { name })} className="-my-2.5">
          <EllipsisVertical className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    >
      {mayChange && (
        <MenuItem onSelect={() => onAction('edit', entry)}>
          <PencilLine aria-hidden="true" />
          {t('actions.edit')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => onAction('history', entry)}>
        <History aria-hidden="true" />
        {t('actions.history')}
      </MenuItem>
      {mayChange && (
        <MenuItem tone="destructive" onSelect={() => onAction('delete', entry)}>
          <Trash2 aria-hidden="true" />
          {t('actions.delete')}
        </MenuItem>
      )}
    </DropdownMenu>
  );
}
