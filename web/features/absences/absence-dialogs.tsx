import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ListedAbsence } from '#contract/absences.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { AbsenceDialog } from '#web/entries/absence-dialog.tsx';
import { useAbsenceDates } from '#web/entries/absence-line.tsx';
import { EmployeeField } from '#web/entries/entry-dialog.tsx';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';

/** Records an absence of a person; without one, changes or deletes it. */
export function RecordDialog({ absence, onClose }: { absence?: ListedAbsence; onClose: () => void }) {
  const { t } = useTranslation(['absences', 'absence-details']);
  const [isDeleting, setIsDeleting] = useState(false);
  if (!absence) {
    const person = (
      <EmployeeField
        label={t('absence-details:fields.person')}
        problem={t('absence-details:fields.personRequired')}
      />
    );
    return <AbsenceDialog person={person} onClose={onClose} />;
  }
  if (isDeleting) return <DeleteDialog absence={absence} onClose={onClose} />;
  return (
    <AbsenceDialog
      absence={absence}
      onClose={onClose}
      footer={
        <Button
          variant="ghost"
          className="self-start"
          icon={<Trash2 className="size-5" aria-hidden="true" />}
          onClick={() => setIsDeleting(true)}
        >
          {t('absence-details:delete.open')}
        </Button>
      }
    />
  );
}

function DeleteDialog({ absence, onClose }: { absence: ListedAbsence; onClose: () => void }) {
  const { t } = useTranslation(['absences', 'absence-details']);
  const dates = useAbsenceDates();
  return (
    <ConfirmDialog
      title={t('absence-details:delete.title', { name: fullName(absence.user) })}
      description={`${absence.code}, ${dates(absence)}`}
      confirmLabel={t('absence-details:delete.submit')}
      mutation={useCall('deleteAbsence', { handlesErrors: true })}
      variables={{ params: { id: absence.id } }}
      done={{ title: t('absence-details:delete.done') }}
      onClose={onClose}
    />
  );
}
