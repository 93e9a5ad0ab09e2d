import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointResponse } from '#contract/index.ts';
import type { PersonMonth } from '#contract/months.ts';
import { durationText } from '#domain/apportion.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { ReasonField } from '#web/entries/reason-field.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { monthText } from '#web/time/date-text.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { refusalOf } from './month-parts.tsx';

type Answer = EndpointResponse<'approveMonth'>[number];
export type Refused = Answer & { refusal: NonNullable<Answer['refusal']> };

const isRefused = (answer: Answer): answer is Refused => answer.refusal !== null;

type ApproveMonthDialogProps = {
  month: string;
  people: PersonMonth[];
  /** Of an approval of everybody: those who are left out. */
  leftOut: PersonMonth[] | undefined;
  refusal: (person: PersonMonth) => ReturnType<typeof refusalOf>;
  /** Receives those whose month was not approved. */
  onAnswer: (refused: Refused[]) => void;
  onClose: () => void;
};

/** Says how many people and hours are approved, and who is left out; approved months are locked. */
export function ApproveMonthDialog({
  month,
  people,
  leftOut,
  refusal,
  onAnswer,
  onClose,
}: ApproveMonthDialogProps) {
  const { t } = useTranslation(['reports', 'common']);
  const { toast } = useToast();
  const monthName = monthText(month, useLanguage());
  const approve = useCall('approveMonth', { handlesErrors: true });
  const error = () => {
    if (!approve.error) return;
    return approve.error instanceof ApiError ? approve.error.message : t('common:unexpectedError');
  };
  const one = leftOut ? undefined : people[0];
  const confirm = () =>
    approve.mutate(
      { body: { month, userId: one?.user.id } },
      {
        onSuccess: (answers) => {
          const refused = answers.filter(isRefused);
          const count = answers.length - refused.length;
          // "Already approved" is an error only if this one month was to be approved.
          onAnswer(refused.filter(({ refusal }) => one || refusal !== 'already_approved'));
          onClose();
          if (count > 0) toast({ title: t('months.done', { count }), tone: 'success' });
        },
      },
    );
  const hours = durationText(people.reduce((sum, { ms }) => sum + ms, 0));
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={
        one
          ? t('months.confirm.one', { month: monthName, name: fullName(one.user) })
          : t('months.confirm.all', { month: monthName, count: people.length })
      }
      // The unit ends with a full stop in Polish and Lithuanian.
      description={`${t('common:hours', { hours }).replace(/\.?$/, '.')} ${t('months.confirm.text')}`}
      confirmLabel={t('months.approve')}
      cancelLabel={t('common:cancel')}
      variant="primary"
      onConfirm={confirm}
      pending={approve.isPending}
      error={error()}
    >
      {leftOut && leftOut.length > 0 && (
        <div className="mt-2 text-sm">
          <p className="font-semibold">{t('months.confirm.leftOut', { count: leftOut.length })}</p>
          <ul className="max-h-40 overflow-y-auto">
            {leftOut.map((person) => (
              <li key={person.user.id} className="wrap-anywhere">
                {fullName(person.user)}:{' '}
                {t(
                  `months.refused.${refusal(person) === 'open_questions' ? 'open_questions' : 'needs_another_admin'}`,
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </AlertDialog>
  );
}

type UnlockMonthDialogProps = { month: string; person: PersonMonth; onClose: () => void };

/** Reopens an approved month, with a reason that is recorded in the ledger. */
export function UnlockMonthDialog({ month, person, onClose }: UnlockMonthDialogProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const monthName = monthText(month, language);
  const list = new Intl.ListFormat(language);
  // Month and person do not change while the dialog is open.
  const [defaultValues] = useState({ month, userId: person.user.id, reason: '', withLater: true });
  const form = useSchemaForm('unlockMonth', { defaultValues });
  const { mutateAsync: unlock } = useCall('unlockMonth', { handlesErrors: true });
  const later =
    useQuery(query('listDependentMonths', { query: { month, userId: person.user.id } })).data ?? [];
  return (
    <FormDialog
      form={form}
      title={t('months.unlockTitle', { month: monthName })}
      description={fullName(person.user)}
      submitLabel={t('months.unlock')}
      onSubmit={(body) => unlock({ body })}
      done={t('months.unlocked')}
      onClose={onClose}
    >
      <p>{t('months.unlockText')}</p>
      {later.length > 0 && (
        <form.CheckboxField
          name="withLater"
          label={t('months.unlockLater', {
            months: list.format(later.map((one) => monthText(one, language))),
          })}
          hint={t('months.unlockLaterHint')}
        />
      )}
      <ReasonField />
    </FormDialog>
  );
}
