import type { Path } from 'react-hook-form';
import { TimeField } from '#web/forms/date-fields.tsx';
import { useSurroundingForm, WHOLE_NUMBER } from '#web/forms/fields.tsx';
import { useLocationOptions } from '#web/forms/location-options.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** The fields that a shift and a kind of shift have in common, below `prefix`: when, the break, and where. */
export function ShiftFields({ prefix = '' }: { prefix?: string }) {
  const { t } = useTranslation('schedules');
  const form = useSurroundingForm<Record<string, unknown>>();
  const { data: locations = [] } = useLocationOptions();
  const at = (name: string) => `${prefix}${name}` as Path<Record<string, unknown>>;
  return (
    <>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <TimeField control={form.control} name={at('starts')} label={t('fields.starts')} />
        <TimeField control={form.control} name={at('ends')} label={t('fields.ends')} />
        <form.TextField name={at('breakMinutes')} label={t('fields.break')} {...WHOLE_NUMBER} min={0} />
      </div>
      {locations.length > 0 && (
        <form.SelectField
          name={at('locationId')}
          label={t('location')}
          emptyLabel={t('anyLocation')}
          options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          rules={{ setValueAs: (value: string | null) => value || null }}
        />
      )}
    </>
  );
}
