import { type Ref, useMemo } from 'react';
import type { Person } from '#contract/employees.ts';
import { fullName, matchesSearch } from '#domain/names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';

type RecipientComboboxProps = {
  people: Person[];
  /** The id of the chosen person, or empty. */
  value: string;
  onValueChange: (id: string) => void;
  ref: Ref<HTMLInputElement>;
};

const matches = (typed: string, { label, note }: ComboboxOption) => matchesSearch(typed, label, note);

/** Selects one of many people. Use it inside a `Field`. */
export function RecipientCombobox({ people, ...props }: RecipientComboboxProps) {
  const { t } = useTranslation('messages');
  const options = useMemo(
    () =>
      people.map((person) => ({
        value: person.id,
        label: fullName(person),
        note: person.email ?? person.nameTag ?? '',
      })),
    [people],
  );
  return (
    <Combobox
      {...props}
      label={t('form.recipient')}
      options={options}
      matches={matches}
      placeholder={t('form.recipientSearch')}
      noneFound={t('form.nobodyFound')}
      countText={(count) => t('form.found', { count })}
    />
  );
}
