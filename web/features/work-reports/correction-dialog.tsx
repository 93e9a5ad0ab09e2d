import { type FormEvent, useState } from 'react';
import type { OwnWorkReport } from '#contract/work-reports.ts';
import { quantityText } from '#domain/quantity.ts';
import { useCall } from '#web/call/use-call.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import {
  GeneralNotesField,
  isBlank,
  itemOf,
  WorkReportFields,
} from '#web/work-reports/work-report-fields.tsx';

type CorrectionDialogProps = { report: OwnWorkReport; onClose: () => void };

/** Changes one of the viewer's own reports. */
export function CorrectionDialog({ report, onClose }: CorrectionDialogProps) {
  const { t } = useTranslation(['work-reports', 'common']);
  const { toast } = useToast();
  const { formatDateTime } = useCompanyTime();
  const language = useLanguage();
  const [position, setPosition] = useState({
    units: report.units,
    quantity: quantityText(report.quantity, language),
    description: report.description,
  });
  const [notes, setNotes] = useState(report.generalNotes ?? '');
  const correct = useCall('updateWorkReport', { errorTitle: t('correction.failed') });

  const correction = { ...itemOf(position), generalNotes: notes.trim() || null };
  const isChanged =
    correction.units !== report.units ||
    correction.quantity !== report.quantity ||
    correction.description !== report.description ||
    correction.generalNotes !== report.generalNotes;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || isBlank(position) || correct.isPending) return;
    correct.mutate(
      { params: { id: report.id }, body: correction },
      {
        onSuccess: () => {
          onClose();
          toast({ title: t('correction.saved'), tone: 'success' });
        },
      },
    );
  };
  // Keeps the dialog open while sending, so that the result is seen.
  const close = () => {
    if (!correct.isPending) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('correction.title')}
      description={[report.location?.name, formatDateTime(report.createdAt)].filter(Boolean).join(', ')}
      closeLabel={t('common:close')}
      dirty={isChanged}
    >
      <DialogForm
        onSubmit={submit}
        submitLabel={t('common:save')}
        isPending={correct.isPending}
        canSubmit={isChanged && !isBlank(position)}
        isForWork
        onCancel={close}
      >
        <WorkReportFields position={position} onChange={setPosition} />
        <GeneralNotesField value={notes} onChange={setNotes} />
      </DialogForm>
    </Dialog>
  );
}
