import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Employee } from '#contract/employees.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { Location } from '#contract/locations.ts';
import { RECIPIENT_TYPES } from '#contract/messages.ts';
import { fullName } from '#domain/names.ts';
import { useUser } from '#web/api/auth.ts';
import { employeesQuery } from '#web/api/employees.ts';
import { locationsQuery } from '#web/api/locations.ts';
import { useSendMessage } from '#web/api/message-updates.ts';
import { randomId } from '#web/api/random-id.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { RadioCard } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { RecipientCombobox } from './recipient-combobox.tsx';

/** The choice of locations has this one too (product.md §5). */
const ALL_EMPLOYEES = 'all';

type ComposeValues = {
  recipientType: (typeof RECIPIENT_TYPES)[number];
  recipientId: string;
  locationId: string;
  subject: string;
  content: string;
  isAnnouncement: boolean;
};

/** Who was chosen for another kind of recipient stays in the form, but does not count. */
function toInput({
  recipientType,
  recipientId,
  locationId,
  ...text
}: ComposeValues): EndpointInput<'createMessage'>['body'] {
  const isForAll = recipientType === 'location' && locationId === ALL_EMPLOYEES;
  return {
    ...text,
    recipientType: isForAll ? 'all' : recipientType,
    recipientId: recipientType === 'individual' ? recipientId || null : null,
    locationId: recipientType === 'location' && !isForAll ? locationId || null : null,
  };
}

/** As they stand on screen; the form would go by the order in which they first appeared. */
const FIELDS_IN_ORDER = ['recipientId', 'locationId', 'subject', 'content'] as const;

const TYPE_LABELS = { individual: 'individual', location: 'locationPeople', all: 'all' } as const;

/** Writes to one person, to a location or to everyone; only for administrators. */
export function ComposeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages');
  const { toast } = useToast();
  const defaultValues: ComposeValues = {
    recipientType: 'individual',
    recipientId: '',
    locationId: '',
    subject: '',
    content: '',
    isAnnouncement: false,
  };
  const form = useSchemaForm('createMessage', { defaultValues, shouldFocusError: false }, toInput);
  const { register, formState } = form;
  const { errors } = formState;
  const [recipientType, recipientId] = form.watch(['recipientType', 'recipientId']);
  const recipient = useRef<HTMLInputElement>(null);
  const onError = useFormError(form);
  const { send, isPending } = useSendMessage();
  const attempt = useRef({ text: '', clientMessageId: '' });

  const submit = form.handleSubmit(
    (input) => {
      // Whatever became of the first attempt: the same text is the same message.
      const text = JSON.stringify(input);
      if (attempt.current.text !== text) attempt.current = { text, clientMessageId: randomId() };
      const { clientMessageId } = attempt.current;
      send(
        { ...input, clientMessageId },
        {
          onSuccess: () => {
            onClose();
            toast({ title: t('sent'), tone: 'success' });
          },
          onError,
        },
      );
    },
    (wrong) => {
      const first = FIELDS_IN_ORDER.find((name) => wrong[name]);
      if (first === 'recipientId') recipient.current?.focus();
      else if (first) form.setFocus(first);
    },
  );
  // An answer that comes to a closed dialog would be told to nobody.
  const close = () => {
    if (!isPending) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('compose')}
      closeLabel={t('common:close')}
      dirty={formState.isDirty}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium text-sm">{t('form.recipientType')}</legend>
          <div className="grid gap-2 sm:grid-cols-3">
            {RECIPIENT_TYPES.map((type) => (
              <RadioCard
                key={type}
                value={type}
                title={t(`form.${TYPE_LABELS[type]}`)}
                className="min-h-11! px-3! py-2!"
                {...register('recipientType')}
              />
            ))}
          </div>
        </fieldset>
        {recipientType === 'individual' && (
          <Recipients>
            {(people) => (
              <Field label={t('form.recipient')} error={errors.recipientId?.message}>
                <RecipientCombobox
                  ref={recipient}
                  people={people}
                  value={recipientId}
                  onValueChange={(id) =>
                    form.setValue('recipientId', id, {
                      shouldDirty: true,
                      shouldValidate: formState.isSubmitted,
                    })
                  }
                />
              </Field>
            )}
          </Recipients>
        )}
        {recipientType === 'location' && (
          <Locations>
            {(locations) => (
              <Field
                label={t('form.location')}
                hint={t('form.locationHint')}
                error={errors.locationId?.message}
              >
                <Select required {...register('locationId')}>
                  <option value="">{t('form.chooseLocation')}</option>
                  <option value={ALL_EMPLOYEES}>{t('form.allEmployees')}</option>
                  {locations.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
          </Locations>
        )}
        {recipientType === 'all' && <Alert>{t('form.allHint')}</Alert>}
        <Field label={t('form.subject')} error={errors.subject?.message}>
          <Input autoComplete="off" required {...register('subject')} />
        </Field>
        <Field label={t('form.content')} error={errors.content?.message}>
          <Textarea rows={6} required {...register('content')} />
        </Field>
        <Switch
          label={t('form.isAnnouncement')}
          hint={t('form.isAnnouncementHint')}
          error={errors.isAnnouncement?.message}
          {...register('isAnnouncement')}
        />
        <DialogFooter>
          <Button variant="secondary" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" pending={isPending}>
            {t('form.send')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Everybody who is active but the writer, by name. */
function Recipients({ children }: { children: (people: Employee[]) => ReactNode }) {
  const { t } = useTranslation('messages');
  const { id: ownId } = useUser();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery(employeesQuery);
  const people = useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return data
      ?.filter(({ id, isActive }) => isActive && id !== ownId)
      .sort((a, b) => compare(fullName(a), fullName(b)));
  }, [data, ownId, language]);
  if (people?.length === 0) return <Alert>{t('form.nobodyElse')}</Alert>;
  if (people) return children(people);
  return <Choices error={error} isFetching={isFetching} onRetry={() => void refetch()} />;
}

function Locations({ children }: { children: (locations: Location[]) => ReactNode }) {
  const { compare } = new Intl.Collator(useLanguage());
  const { data, error, isFetching, refetch } = useQuery(locationsQuery);
  if (data) return children(data.toSorted((a, b) => compare(a.name, b.name)));
  return <Choices error={error} isFetching={isFetching} onRetry={() => void refetch()} />;
}

type ChoicesProps = { error: Error | null; isFetching: boolean; onRetry: () => void };

/** While there is nothing to choose from yet; what is typed elsewhere in the form stays. */
function Choices({ error, isFetching, onRetry }: ChoicesProps) {
  const { t } = useTranslation();
  if (!error) {
    return (
      <Loading label={t('loading')} className="flex flex-col gap-1.5">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-11" />
      </Loading>
    );
  }
  return (
    <Alert
      tone="destructive"
      role="alert"
      title={t('loadFailed')}
      action={
        <Button variant="secondary" size="small" pending={isFetching} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {error.message}
    </Alert>
  );
}
