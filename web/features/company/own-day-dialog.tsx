import type { CompanyWorkRules } from '#contract/work-rules.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import type { OwnDays } from './holidays-card.tsx';

const KINDS = ['own-holiday', 'day-off', 'moved'] as const;
type Kind = (typeof KINDS)[number];

/** The lists of days in which an error can be. */
const NO_LISTS = { holidays: '', daysOff: '', movedDays: '' };

/** The rules stay as they are: only the days, which have dates of their own, are sent with them. */
const bodyOf = ({ country, effectiveFrom }: CompanyWorkRules, { holidays, daysOff, movedDays }: OwnDays) => ({
  country,
  effectiveFrom,
  holidays,
  daysOff,
  movedDays,
});

type OwnDayDialogProps = { rules: CompanyWorkRules; onClose: () => void };

/** Adds a holiday, a day off or a moved working day of the company. */
export function OwnDayDialog({ rules, onClose }: OwnDayDialogProps) {
  const { t } = useTranslation(['work-rules', 'common']);
  const { mutateAsync: save } = useCall('updateWorkRules', { handlesErrors: true });
  const form = useSchemaForm(
    'updateWorkRules',
    { defaultValues: { kind: 'own-holiday' as Kind, date: '', to: '', name: '', ...NO_LISTS } },
    ({ kind, date, to, name }) =>
      bodyOf(rules, {
        holidays: kind === 'own-holiday' ? [...rules.holidays, { date, name }] : rules.holidays,
        daysOff: kind === 'day-off' ? [...rules.daysOff, { date, name }] : rules.daysOff,
        movedDays: kind === 'moved' ? [...rules.movedDays, { from: date, to }] : rules.movedDays,
      }),
  );
  const { kind, date, to } = form.watch();
  const isMoved = kind === 'moved';
  const errors = errorsOf(form.formState.errors);
  const change = (field: 'date' | 'to', value: string) => {
    form.clearErrors();
    form.setValue(field, value, { shouldDirty: true });
  };
  return (
    <FormDialog
      form={form}
      title={t('holidays.addTitle')}
      submitLabel={t('holidays.addShort')}
      onSubmit={(body) => save({ body })}
      done={t('holidays.saved')}
      onClose={onClose}
    >
      <form.SelectField
        name="kind"
        label={t('holidays.kind')}
        hint={t(`holidays.hints.${kind}`)}
        options={KINDS.map((value) => ({ value, label: t(`holidays.kinds.${value}`) }))}
        rules={{ onChange: () => form.clearErrors() }}
      />
      <Field label={t(isMoved ? 'holidays.from' : 'holidays.date')} error={errors.date ?? errors.list}>
        <DateInput value={date} onChange={({ target }) => change('date', target.value)} />
      </Field>
      {isMoved ? (
        <Field label={t('holidays.to')} error={errors.to}>
          <DateInput value={to} onChange={({ target }) => change('to', target.value)} />
        </Field>
      ) : (
        <form.TextField name="name" label={t('holidays.name')} error={errors.name} />
      )}
    </FormDialog>
  );
}

type Message = { message?: string | undefined };

/** The error of the list, or of the day that is added to it, which is its last. */
function errorsOf(errors: object) {
  const list = Object.keys(NO_LISTS)
    .map((key) => (errors as Record<string, object>)[key])
    .find((found) => found !== undefined);
  const [day = {}] = Object.values(list ?? {}).filter((value) => typeof value === 'object' && value !== null);
  const { date, from, to, name } = day as Record<string, Message | undefined>;
  return {
    list: (list as Message | undefined)?.message,
    date: (date ?? from)?.message,
    to: to?.message,
    name: name?.message,
  };
}

type RemoveDayDialogProps = { rules: CompanyWorkRules; what: string; without: OwnDays; onClose: () => void };

export function RemoveDayDialog({ rules, what, without, onClose }: RemoveDayDialogProps) {
  const { t } = useTranslation(['work-rules', 'common']);
  const mutation = useCall('updateWorkRules', { handlesErrors: true });
  return (
    <ConfirmDialog
      title={t('holidays.removeTitle', { what })}
      description={t('holidays.removeText')}
      confirmLabel={t('holidays.remove')}
      mutation={mutation}
      variables={{ body: bodyOf(rules, without) }}
      done={{ title: t('holidays.saved') }}
      onClose={onClose}
    />
  );
}
