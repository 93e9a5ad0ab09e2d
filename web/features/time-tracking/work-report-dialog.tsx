import { Plus, Trash2, Undo2 } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { WorkReportSubmission } from '#contract/work-reports.ts';
import { randomId } from '#web/call/random-id.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { KnownEntry } from '#web/recording/expected-scan.ts';
import { useSendWorkReport } from '#web/recording/work-reports.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import {
  GeneralNotesField,
  isBlank,
  itemOf,
  newPosition,
  type Position,
  WorkReportFields,
} from '#web/work-reports/work-report-fields.tsx';

/** The contract's maximum. */
const MAX_POSITIONS = 50;

export type ReportedEntry = NonNullable<KnownEntry> & { checkOut: string | null };

/** What was typed when the dialog was closed, for when it is opened again about the same entry. */
let kept:
  | { checkIn: string; id: string; positions: (Position & { key: number })[]; notes: string }
  | undefined;

type WorkReportDialogProps = {
  entry: ReportedEntry;
  /** Takes back the check-out after which the dialog has opened; rejects if that was refused. */
  onUndo?: (() => Promise<void>) | undefined;
  onClose: () => void;
};

/** Reports work in one or more items; those without a description are not sent. */
export function WorkReportDialog({ entry, onUndo, onClose }: WorkReportDialogProps) {
  const { t } = useTranslation(['work-reports', 'time-tracking', 'common']);
  const { toast } = useToast();
  const { checkIn } = entry;
  const [before] = useState(() => (kept?.checkIn === checkIn ? kept : undefined));
  const [positions, setPositions] = useState(before?.positions ?? [{ ...newPosition, key: 0 }]);
  const [notes, setNotes] = useState(before?.notes ?? '');
  // However often it is sent, the report counts once.
  const [id] = useState(before?.id ?? randomId);
  const send = useSendWorkReport(t('submitFailed'));

  const items = positions.filter((position) => !isBlank(position)).map(itemOf);
  const generalNotes = notes.trim() || null;
  const isIncludedIn = (report: WorkReportSubmission) => {
    const told = report.items.map(({ units, quantity, description }) => ({ units, quantity, description }));
    return JSON.stringify([told, report.generalNotes]) === JSON.stringify([items, generalNotes]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (items.length === 0 || send.isPending) return;
    const report = { id, entry: entry.reference, items, generalNotes };
    send.mutate(report, {
      onSuccess: (told) => {
        kept = undefined;
        onClose();
        if (!told) {
          toast({ title: t('time-tracking:saved.title'), description: t('time-tracking:saved.text') });
          return;
        }
        toast({
          title: t('submitted'),
          // A first attempt whose response was lost counts, even if the text was changed afterwards.
          ...(isIncludedIn(told) ? { tone: 'success' } : { description: t('submittedBefore') }),
        });
      },
    });
  };
  // Keeps the dialog open while sending, so that the result is seen.
  const close = () => {
    if (send.isPending) return;
    kept = { checkIn, id, positions, notes };
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('time-tracking:workReport')}
      description={<EntryText entry={entry} />}
      closeLabel={t('common:close')}
      // A double tap meant for the previous confirmation must not close the dialog.
      dirty
    >
      <DialogForm
        onSubmit={submit}
        submitLabel={t('submit')}
        cancelLabel={t('skip')}
        isPending={send.isPending}
        canSubmit={items.length > 0}
        isForWork
        onCancel={close}
      >
        {positions.map(({ key, ...position }, index) => (
          <fieldset key={key} aria-label={t('position', { number: index + 1 })} className="min-w-0">
            {positions.length > 1 && (
              <div className="mb-1 flex items-center justify-between">
                <p className="font-semibold">{t('position', { number: index + 1 })}</p>
                <IconButton
                  label={t('remove', { number: index + 1 })}
                  variant="quiet"
                  className="-mr-2"
                  onClick={() => setPositions(positions.filter((other) => other.key !== key))}
                >
                  <Trash2 className="size-5" aria-hidden="true" />
                </IconButton>
              </div>
            )}
            <WorkReportFields
              position={position}
              autoFocus={key > 0}
              onChange={(changed) =>
                setPositions(positions.map((other) => (other.key === key ? { key, ...changed } : other)))
              }
            />
          </fieldset>
        ))}
        {positions.length < MAX_POSITIONS && (
          <Button
            variant="secondary"
            className="min-h-12!"
            icon={<Plus className="size-5" aria-hidden="true" />}
            onClick={() =>
              setPositions([...positions, { ...newPosition, key: (positions.at(-1)?.key ?? 0) + 1 }])
            }
          >
            {t('add')}
          </Button>
        )}
        <GeneralNotesField value={notes} onChange={setNotes} />
        {onUndo && <UndoCheckOut onUndo={onUndo} onUndone={close} />}
      </DialogForm>
    </Dialog>
  );
}

/** As long as at a kiosk (decisions.md §2). */
const UNDOABLE_MS = 10_000;

/** Above the fields, and after them in the order of the keyboard: Enter pressed twice must not undo. */
function UndoCheckOut({ onUndo, onUndone }: { onUndo: () => Promise<void>; onUndone: () => void }) {
  const { t } = useTranslation('time-tracking');
  const [state, setState] = useState<'offered' | 'pending' | 'over'>('offered');
  useEffect(() => {
    const end = () => setState((now) => (now === 'offered' ? 'over' : now));
    const timer = setTimeout(end, UNDOABLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const undo = () => {
    if (state !== 'offered') return;
    setState('pending');
    onUndo().then(onUndone, () => setState('over'));
  };
  return (
    <div className="order-first flex min-h-15 items-center justify-between gap-3 rounded-md bg-sunken px-3">
      <p className="font-semibold">{t('done.check-out')}</p>
      {state !== 'over' && (
        <Button
          variant="secondary"
          pending={state === 'pending'}
          icon={<Undo2 className="size-5" aria-hidden="true" />}
          onClick={undo}
        >
          {t('undo.action')}
        </Button>
      )}
    </div>
  );
}

function EntryText({ entry: { location, checkIn, checkOut } }: { entry: ReportedEntry }) {
  const { t } = useTranslation('work-reports');
  const { formatTime } = useCompanyTime();
  const start = formatTime(checkIn);
  return (
    <>
      {location.name},{' '}
      <span className="figures whitespace-nowrap">
        {checkOut ? `${start} – ${formatTime(checkOut)}` : t('since', { start })}
      </span>
    </>
  );
}
