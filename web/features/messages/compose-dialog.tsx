import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import type { Person } from '#contract/employees.ts';
import type { EndpointInput } from '#contract/index.ts';
import { RECIPIENT_TYPES } from '#contract/messages.ts';
import { byFullName, byName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { randomId } from '#web/call/random-id.ts';
import { useReach, useUser } from '#web/call/user.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useLocationOptions } from '#web/forms/location-options.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCard } from '#web/ui/radio-cards.tsx';
import { useSendMessage } from './reading.ts';
import { RecipientCombobox } from './recipient-combobox.tsx';

/** An extra option in the list of locations (product.md §5). */
const ALL_EMPLOYEES = 'all';

type ComposeValues = {
  recipientType: (typeof RECIPIENT_TYPES)[number];
  recipientId: string;
  locationId: string;
  subject: string;
  content: string;
  isAnnouncement: boolean;
};

/** A recipient chosen for another kind stays in the form but is ignored. */
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

/** In screen order; the form would use the order of registration. */
const FIELDS_IN_ORDER = ['recipientId', 'locationId', 'subject', 'content'] as const;

const TYPE_LABELS = { individual: 'individual', location: 'locationPeople', all: 'all' } as const;

/** Writes to one person, to a location or to everyone; managers to their people and locations. */
export function ComposeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages');
  const mayWriteToAll = useReach('createMessage') === 'all';
  const defaultValues: ComposeValues = {
    recipientType: 'individual',
    recipientId: '',
    locationId: '',
    subject: '',
    content: '',
    isAnnouncement: false,
  };
  const form = useSchemaForm('createMessage', { defaultValues, shouldFocusError: false }, toInput);
  const [recipientType, recipientId] = form.watch(['recipientType', 'recipientId']);
  const recipient = useRef<HTMLInputElement>(null);
  const { mutateAsync: send } = useSendMessage();
  const attempt = useRef({ text: '', clientMessageId: '' });

  return (
    <FormDialog
      form={form}
      title={t('compose')}
      submitLabel={t('form.send')}
      onSubmit={(input) => {
        // Whether or not the first attempt succeeded: the same text is the same message.
        const text = JSON.stringify(input);
        if (attempt.current.text !== text) attempt.current = { text, clientMessageId: randomId() };
        return send({ body: { ...input, clientMessageId: attempt.current.clientMessageId } });
      }}
      onInvalid={(wrong) => {
        const first = FIELDS_IN_ORDER.find((name) => wrong[name]);
        if (first === 'recipientId') recipient.current?.focus();
        else if (first) form.setFocus(first);
      }}
      errorTitle={t('common:error')}
      done={t('sent')}
      onClose={onClose}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium text-sm">{t('form.recipientType')}</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {RECIPIENT_TYPES.filter((type) => mayWriteToAll || type !== 'all').map((type) => (
            <RadioCard
              key={type}
              value={type}
              title={t(`form.${TYPE_LABELS[type]}`)}
              className="min-h-11! px-3! py-2!"
              {...form.register('recipientType')}
            />
          ))}
        </div>
      </fieldset>
      {recipientType === 'individual' && (
        <Recipients>
          {(people) => (
            <Field label={t('form.recipient')} error={form.formState.errors.recipientId?.message}>
              <RecipientCombobox
                ref={recipient}
                people={people}
                value={recipientId}
                onValueChange={(id) =>
                  form.setValue('recipientId', id, {
                    shouldDirty: true,
                    shouldValidate: form.formState.isSubmitted,
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
            <form.SelectField
              name="locationId"
              label={t('form.location')}
              hint={t('form.locationHint')}
              required
              emptyLabel={t('form.chooseLocation')}
              options={[
                ...(mayWriteToAll ? [{ value: ALL_EMPLOYEES, label: t('form.allEmployees') }] : []),
                ...locations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Locations>
      )}
      {recipientType === 'all' && <Alert>{t('form.allHint')}</Alert>}
      <form.TextField name="subject" label={t('form.subject')} required />
      <form.TextareaField name="content" label={t('form.content')} required />
      <form.SwitchField
        name="isAnnouncement"
        label={t('form.isAnnouncement')}
        hint={t('form.isAnnouncementHint')}
      />
    </FormDialog>
  );
}

/** All active people except the writer, by name. */
function Recipients({ children }: { children: (people: Person[]) => ReactNode }) {
  const { t } = useTranslation('messages');
  const { id: ownId } = useUser();
  const language = useLanguage();
  const employees = useQuery(query('listPeople', { query: {} }));
  const people = useMemo(() => {
    return (employees.data ?? [])
      .filter(({ id, isActive }) => isActive && id !== ownId)
      .sort(byFullName(language));
  }, [employees.data, ownId, language]);
  return (
    <Loaded query={employees}>
      {() => (people.length === 0 ? <Alert>{t('form.nobodyElse')}</Alert> : children(people))}
    </Loaded>
  );
}

function Locations({ children }: { children: (locations: { id: string; name: string }[]) => ReactNode }) {
  const order = byName(useLanguage());
  return <Loaded query={useLocationOptions()}>{(locations) => children(locations.toSorted(order))}</Loaded>;
}
