import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { EntryHistory } from './entry-history.tsx';

type HistoryDialogProps = { timeEntryId: string; name: string; onClose: () => void };

/** Every step in the life of somebody's entry. Area `working-time`. */
export function HistoryDialog({ timeEntryId, name, onClose }: HistoryDialogProps) {
  const { t } = useTranslation(['working-time', 'common']);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('history.title')}
      description={name}
      closeLabel={t('common:close')}
    >
      <EntryHistory timeEntryId={timeEntryId} />
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t('common:close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
