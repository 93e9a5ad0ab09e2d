import { useQuery } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { byName } from '#domain/names.ts';
import { query } from '#web/api/query.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldError } from '#web/ui/field.tsx';

type ManagerLocationsProps = UseFormRegisterReturn & { error: string | undefined };

/** The locations that a manager looks after. */
export function ManagerLocations({ error, ...field }: ManagerLocationsProps) {
  const { t } = useTranslation('employees');
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
              .map(({ id, name }) => <Checkbox key={id} label={name} value={id} {...field} />)
          }
        </Loaded>
        {error && <FieldError id={`${field.name}-error`}>{error}</FieldError>}
      </div>
    </fieldset>
  );
}
