import { useQuery } from '@tanstack/react-query';
import { byName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { FieldError } from '#web/ui/field.tsx';

export function ManagerLocations() {
  const { t } = useTranslation('employees');
  const form = useSurroundingForm<{ locationIds: string[] }>();
  const error = form.formState.errors.locationIds?.message;
  const order = byName(useLanguage());
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{t('form.locations')}</legend>
      <div className="flex flex-col gap-2">
        <p className="text-ink-muted text-sm">{t('form.locationsHint')}</p>
        <Loaded query={useQuery(query('listLocations'))}>
          {(locations) =>
            locations
              .toSorted(order)
              .map(({ id, name }) => (
                <form.CheckboxField key={id} name="locationIds" label={name} value={id} error={false} />
              ))
          }
        </Loaded>
        {error && <FieldError id="locationIds-error">{error}</FieldError>}
      </div>
    </fieldset>
  );
}
