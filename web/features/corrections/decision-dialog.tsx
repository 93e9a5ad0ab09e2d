import { useTranslation } from 'react-i18next';
import type { CorrectionRequest } from '#contract/corrections.ts';
import { fullName } from '#domain/names.ts';
import { useDecideCorrection } from '#web/api/corrections.ts';
import { useFormRefusal, useSchemaForm } from '#web/form.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { LocationSelect } from '#web/working-time/entry-dialog.tsx';
import { MomentField } from '#web/working-time/moment-field.tsx';
import { decisionIsTaken } from './decision-is-taken.ts';

type DecisionDialogProps = {
  request: CorrectionRequest;
  answer: 'changes' | 'rejected';
  onClose: () => void;
};

/** Approves a request otherwise than it was asked for, or rejects it; both need a reason. */
export function DecisionDialog({ request, answer, onClose }: DecisionDialogProps) {
  const { t } = useTranslation(['corrections', 'time-entries', 'common']);
  const { toast } = useToast();
  const { id, user, kind, current, wanted } = request;
  const location = wanted.location ?? current?.location;
  const isRejection = answer === 'rejected';
  const times = {
    locationId: location?.id ?? '',
    checkIn: wanted.checkIn ?? current?.checkIn ?? '',
    checkOut: wanted.checkOut ?? current?.checkOut ?? '',
  };
  const form = useSchemaForm('decideCorrectionRequest', {
    defaultValues: isRejection
      ? { decision: 'rejected', reason: '' }
      : { decision: 'approved', reason: '', changes: times },
  });
  const { register, formState, setValue } = form;
  const { errors, isSubmitting, isSubmitted, isDirty } = formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: decide } = useDecideCorrection(id);
  const errorOf = (name: keyof typeof times) =>
    form.getFieldState(`changes.${name}`, formState).error?.message;
  const setMoment = (name: 'checkIn' | 'checkOut') => (instant: string) =>
    setValue(`changes.${name}`, instant, { shouldDirty: true, shouldValidate: isSubmitted });

  const send = form.handleSubmit((body) => {
    clearRefusal();
    return decide(body).then(
      () => {
        onClose();
        toast({ title: t(isRejection ? 'rejected' : 'approved'), tone: 'success' });
      },
      (error) => {
        if (!decisionIsTaken(error)) return onError(error);
        onClose();
        toast({ title: t('takenTitle'), description: error.message });
      },
    );
  });
  const close = () => {
    if (!isSubmitting) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(isRejection ? 'reject.title' : 'changes.title')}
      description={`${fullName(user)} · ${t(`kinds.${kind}`)}`}
      closeLabel={t('common:close')}
      dirty={isDirty}
    >
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        {isRejection && kind === 'estimate' && <p>{t('reject.estimate')}</p>}
        {!isRejection && (
          <>
            <Field
              label={t('time-entries:fields.location')}
              error={errorOf('locationId') && t('time-entries:fields.locationRequired')}
            >
              <LocationSelect
                current={location && { locationId: location.id, location }}
                {...register('changes.locationId')}
              />
            </Field>
            <MomentField
              legend={t('time-entries:fields.checkIn')}
              initial={times.checkIn}
              onChange={setMoment('checkIn')}
              error={errorOf('checkIn')}
            />
            <MomentField
              legend={t('time-entries:fields.checkOut')}
              initial={times.checkOut}
              onChange={setMoment('checkOut')}
              error={errorOf('checkOut')}
            />
          </>
        )}
        <Field
          label={t('time-entries:fields.reason')}
          hint={t('time-entries:fields.reasonHint')}
          error={errors.reason?.message}
        >
          <Textarea rows={2} maxLength={500} required {...register('reason')} />
        </Field>
        <FormError>{refusal}</FormError>
        <DialogFooter>
          <Button variant="secondary" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" variant={isRejection ? 'destructive' : 'primary'} pending={isSubmitting}>
            {t(isRejection ? 'reject.submit' : 'changes.submit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
