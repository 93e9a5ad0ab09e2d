import type { CorrectionRequest } from '#contract/corrections.ts';
import type { EndpointInput } from '#contract/index.ts';
import { isRecorded } from '#domain/corrections.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { breakValues, sentBreaks } from '#web/entries/break-fields.tsx';
import { EntryFields, type EntryFieldValues } from '#web/entries/entry-fields.tsx';
import { ReasonField } from '#web/entries/reason-field.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useLocationOptions } from '#web/forms/location-options.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { useToast } from '#web/ui/toast.tsx';
import { decisionIsTaken } from './decision-is-taken.ts';
import { wantedBreaks } from './wanted-breaks.ts';

type DecisionDialogProps = {
  request: CorrectionRequest;
  answer: 'changes' | 'rejected';
  onClose: () => void;
};

type Typed = {
  decision: 'approved' | 'rejected';
  reason: string;
  changes?: EntryFieldValues;
};

/** Approves a request with changes, or rejects it; both need a reason. */
export function DecisionDialog({ request, answer, onClose }: DecisionDialogProps) {
  const { t } = useTranslation(['corrections', 'time-entries']);
  const { toast } = useToast();
  const { today } = useCompanyTime();
  const { id, user, kind, current, wanted } = request;
  const location = wanted.location ?? current?.location;
  const isRejection = answer === 'rejected';
  const isOpen = current?.checkOut === null;
  const times = {
    locationId: location?.id ?? '',
    checkIn: wanted.checkIn ?? current?.checkIn ?? '',
    checkOut: wanted.checkOut ?? current?.checkOut ?? '',
    breaks: breakValues(wantedBreaks(request)),
  };
  const form = useSchemaForm(
    'decideCorrectionRequest',
    {
      defaultValues: isRejection
        ? { decision: 'rejected' as const, reason: '' }
        : { decision: 'approved' as const, reason: '', changes: times },
    },
    ({ changes, ...typed }: Typed) => ({
      ...typed,
      ...(changes && {
        changes: {
          ...changes,
          // The entry may stay open, and a break of it may last.
          checkOut: changes.checkOut || (isOpen ? null : ''),
          breaks: sentBreaks(changes.breaks, isOpen && !changes.checkOut),
        },
      }),
    }),
  );
  const { data: locations = [] } = useLocationOptions();
  const { mutateAsync: decide } = useCall('decideCorrectionRequest', { handlesErrors: true });

  const submit = (body: EndpointInput<'decideCorrectionRequest'>['body']) =>
    decide({ params: { id }, body }).then(
      () => {
        onClose();
        toast({ title: t(isRejection ? 'rejected' : 'approved'), tone: 'success' });
      },
      (error) => {
        if (!decisionIsTaken(error)) throw error;
        onClose();
        toast({ title: t('takenTitle'), description: error.message });
      },
    );
  return (
    <FormDialog
      form={form}
      title={t(isRejection ? 'reject.title' : 'changes.title')}
      description={`${fullName(user)} · ${t(`kinds.${kind}`)}`}
      submitLabel={t(isRejection ? 'reject.submit' : 'changes.submit')}
      isDestructive={isRejection}
      onSubmit={submit}
      onClose={onClose}
    >
      {isRejection && isRecorded(kind) && <p>{t(kind === 'late' ? 'reject.late' : 'reject.estimate')}</p>}
      {!isRejection && (
        <EntryFields
          within="changes"
          locations={locations}
          current={location}
          date={today()}
          breaks={{ isOpen: wanted.breaks !== null }}
        />
      )}
      <ReasonField />
    </FormDialog>
  );
}
