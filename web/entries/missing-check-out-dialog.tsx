import { type FormEvent, useState } from 'react';
import { durationText } from '#domain/apportion.ts';
import { dateIn, type Instant } from '#domain/dates.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { instantsBetween } from '#domain/wall-clock.ts';
import { ApiError } from '#web/call/request.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import {
  type LeavingQuestion,
  useAnswerMissingCheckOut,
  useMissingCheckOut,
} from '#web/recording/missing-check-out.ts';
import { type ScanDraft, useHeldScans } from '#web/recording/outbox.ts';
import type { Recorded } from '#web/recording/scans.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { TimeInput } from '#web/time/time-input.tsx';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { useToast } from '#web/ui/toast.tsx';

export type AskedLeaving = {
  /** The scan that raised the question, recorded with the answer; undefined if the person opened the dialog. */
  scan?: ScanDraft;
  /** Receives the outcome of the scan. */
  onAnswered?: (recorded: Recorded | undefined) => void;
};

/** "When did you leave?": named suggestions, or a custom time. Input is kept after an error. */
export function MissingCheckOutDialog({ scan, onAnswered, onClose }: AskedLeaving & { onClose: () => void }) {
  const { t } = useTranslation(['working-time', 'common']);
  const { formatDateTime, formatLongDate } = useCompanyTime();
  const { toast } = useToast();
  const { question, isFromPhone, query: result } = useMissingCheckOut();
  const answer = useAnswerMissingCheckOut();
  const [held] = useHeldScans();
  const withScan = held !== undefined || scan !== undefined;

  const submit = (leftAt: string | undefined) => {
    if (answer.isPending) return;
    const previousEnd = question && leftAt ? { timeEntryId: question.timeEntryId, leftAt } : undefined;
    answer.mutate(
      { previousEnd, scan },
      {
        onSuccess: (recorded) => {
          onClose();
          if (!recorded) toast({ title: t('missing.saved'), tone: 'success' });
          onAnswered?.(recorded);
        },
      },
    );
  };
  // Keeps the dialog open while sending, so that the result is seen.
  const dismissForNow = () => {
    if (answer.isPending) return;
    onClose();
    if (held) toast({ title: t('missing.putOff'), description: t('missing.putOffText') });
    // Only this dialog held it.
    else if (scan)
      toast({ title: t('missing.lost'), description: t('missing.lostText'), tone: 'destructive' });
  };
  const failure =
    answer.error && (answer.error instanceof ApiError ? answer.error.message : t('common:unexpectedError'));
  return (
    <Dialog
      open
      onOpenChange={dismissForNow}
      title={
        question
          ? t('missing.title', { location: question.location.name, day: formatLongDate(question.checkIn) })
          : t('common:missingCheckOut.title')
      }
      description={
        question && (
          <span className="figures">{t('missing.since', { time: formatDateTime(question.checkIn) })}</span>
        )
      }
      closeLabel={t('common:close')}
      dirty
    >
      {question ? (
        <LeavingForm
          question={question}
          isFromPhone={isFromPhone}
          withScan={withScan}
          scannedAt={held?.scannedAt}
          pending={answer.isPending}
          failure={failure}
          onSubmit={submit}
          onPutOff={dismissForNow}
        />
      ) : question === null ? (
        <>
          <p>{t('missing.nothing')}</p>
          <FormError className="mt-4">{failure}</FormError>
          <DialogFooter>
            <Button pending={answer.isPending} onClick={() => (withScan ? submit(undefined) : onClose())}>
              {withScan ? t('missing.recordScan') : t('common:close')}
            </Button>
          </DialogFooter>
        </>
      ) : (
        <Loaded query={result}>{() => null}</Loaded>
      )}
    </Dialog>
  );
}

const OTHER = 'other';
const MINUTE_MS = 60_000;

type LeavingFormProps = {
  question: LeavingQuestion;
  isFromPhone: boolean;
  withScan: boolean;
  /** When the scan that waits for the answer was made; nothing: just now, or there is none. */
  scannedAt: string | undefined;
  pending: boolean;
  failure: string | null;
  onSubmit: (leftAt: string) => void;
  onPutOff: () => void;
};

function LeavingForm({
  question,
  isFromPhone,
  withScan,
  scannedAt,
  pending,
  failure,
  onSubmit,
  onPutOff,
}: LeavingFormProps) {
  const { t } = useTranslation(['working-time', 'common']);
  const { timeZone, formatTime, formatDateTime } = useCompanyTime();
  const { longestShiftHours } = useUser().company;
  const { checkIn, latestEnd, proposals } = question;
  const [choice, setChoice] = useState<string | undefined>(proposals.length === 0 ? OTHER : undefined);
  const [time, setTime] = useState('');
  const [isSecond, setIsSecond] = useState(false);
  const [isChecked, setIsChecked] = useState(false);

  // A whole minute, which the server's clock has certainly passed.
  const [leavingAt] = useState(() => {
    const at = scannedAt ? Date.parse(scannedAt) : serverNow();
    return new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString();
  });
  const mayLeaveNow = leavingAt <= latestEnd;
  const latest = new Date(Math.min(Date.parse(latestEnd), serverNow()));
  const found = instantsBetween(checkIn, latest, time, timeZone);
  const typed = (isSecond && found[1]) || found[0];
  const leftAt = choice === OTHER ? typed?.toISOString() : choice;

  const isSameDay = (instant: Instant) => dateIn(instant, timeZone) === dateIn(checkIn, timeZone);
  // Shows the date if it differs from that of the check-in.
  const format = (instant: Instant) => (isSameDay(instant) ? formatTime(instant) : formatDateTime(instant));
  const durationTo = (instant: Instant) =>
    t('common:hours', { hours: durationText(new Date(instant).getTime() - Date.parse(checkIn)) });
  const isOverlong =
    leftAt !== undefined && Date.parse(leftAt) - Date.parse(checkIn) > longestShiftHours * MS_PER_HOUR;
  const range = { from: formatTime(checkIn), to: format(latest) };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (leftAt) onSubmit(leftAt);
  };
  return (
    <DialogForm
      onSubmit={submit}
      error={failure}
      submitLabel={t(withScan ? 'missing.saveAndScan' : 'missing.save')}
      cancelLabel={t('missing.later')}
      isPending={pending}
      canSubmit={choice !== undefined}
      onCancel={onPutOff}
    >
      <RadioCards legend={t('missing.choose')}>
        {proposals.map(({ kind, at }) => (
          <RadioCard
            key={kind}
            name="leaving"
            title={<span className="figures">{format(at)}</span>}
            text={t(`missing.proposals.${kind}`)}
            aside={<span className="font-normal text-ink-muted text-sm">{durationTo(at)}</span>}
            checked={choice === at}
            onChange={() => setChoice(at)}
          />
        ))}
        {mayLeaveNow && (
          <RadioCard
            name="leaving"
            title={<span className="figures">{format(leavingAt)}</span>}
            text={t(withScan ? 'missing.byScan' : 'missing.now')}
            aside={<span className="font-normal text-ink-muted text-sm">{durationTo(leavingAt)}</span>}
            checked={choice === leavingAt}
            onChange={() => setChoice(leavingAt)}
          />
        )}
        <RadioCard
          name="leaving"
          title={t('missing.other')}
          text={t('missing.otherText')}
          checked={choice === OTHER}
          onChange={() => setChoice(OTHER)}
        />
      </RadioCards>
      {choice === OTHER && (
        <Field
          label={t('missing.time')}
          hint={
            typed && found.length === 1 ? (
              <span className="figures font-medium text-ink" role="status">
                {formatDateTime(typed)} · {durationTo(typed)}
              </span>
            ) : (
              <span className="figures">{t('missing.range', range)}</span>
            )
          }
          error={(time || isChecked) && !typed ? t('missing.outside', range) : undefined}
        >
          <TimeInput
            value={time}
            onChange={({ target }) => {
              setTime(target.value);
              setIsSecond(false);
            }}
            className="min-h-14! text-xl!"
          />
        </Field>
      )}
      {choice === OTHER && found.length > 1 && (
        <RadioCards legend={t('missing.twice')}>
          {(['first', 'second'] as const).map((which, index) => {
            const instant = found[index];
            return (
              instant && (
                <RadioCard
                  key={which}
                  name="which"
                  title={
                    <span className="figures">
                      {t(`missing.${which}`, { moment: formatDateTime(instant) })}
                    </span>
                  }
                  aside={<span className="font-normal text-ink-muted text-sm">{durationTo(instant)}</span>}
                  checked={isSecond === (which === 'second')}
                  onChange={() => setIsSecond(which === 'second')}
                />
              )
            );
          })}
        </RadioCards>
      )}
      {isFromPhone && <p className="text-ink-muted text-sm">{t('missing.proposalsFailed')}</p>}
      {isOverlong && <Alert tone="attention">{t('missing.overlong', { hours: longestShiftHours })}</Alert>}
      <Alert>{t('missing.estimate')}</Alert>
    </DialogForm>
  );
}
