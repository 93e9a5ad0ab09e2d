import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import type { Distance, Location } from '#contract/locations.ts';
import { nameOrder } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type DistancesDialogProps = { locations: readonly Location[]; onClose: () => void };

/** How long the way between two locations takes: all pairs that somebody wants to enter. */
export function DistancesDialog({ locations, onClose }: DistancesDialogProps) {
  const { t } = useTranslation(['distances', 'common']);
  const result = useQuery(query('listDistances'));
  if (result.data) return <DistancesForm distances={result.data} locations={locations} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={t('title')} closeLabel={t('common:close')}>
      <Loaded query={result}>{() => null}</Loaded>
    </Dialog>
  );
}

function DistancesForm({
  distances,
  locations,
  onClose,
}: DistancesDialogProps & { distances: readonly Distance[] }) {
  const { t } = useTranslation(['distances', 'common']);
  const order = nameOrder(useLanguage());
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  const compare = (a: string, b: string) => order(names.get(a) ?? '', names.get(b) ?? '');
  const form = useSchemaForm('updateDistances', {
    defaultValues: {
      distances: distances.toSorted((a, b) => compare(a.from, b.from) || compare(a.to, b.to)),
    },
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'distances' });
  const { mutateAsync: save } = useCall('updateDistances', { handlesErrors: true });
  const { errors } = form.formState;
  const ofAll = errors.distances?.message ?? errors.distances?.root?.message;
  const options = locations
    .toSorted((a, b) => order(a.name, b.name))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog
      form={form}
      title={t('title')}
      description={t('text')}
      submitLabel={t('common:save')}
      onSubmit={(body) => save({ body })}
      done={t('saved')}
      onClose={onClose}
    >
      {fields.length === 0 && <p className="text-ink-muted">{t('none')}</p>}
      {fields.map(({ id }, index) => {
        const number = index + 1;
        return (
          <fieldset key={id} className="min-w-0 rounded-md border border-hairline p-3">
            <legend className="px-1 font-semibold text-sm">{t('pair', { number })}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              <form.SelectField name={`distances.${index}.from`} label={t('from')} options={options} />
              <form.SelectField name={`distances.${index}.to`} label={t('to')} options={options} />
            </div>
            <div className="mt-3 flex items-end justify-between gap-3">
              <form.TextField
                name={`distances.${index}.minutes`}
                label={t('minutes')}
                className="flex-1"
                inputMode="numeric"
                rules={{ setValueAs: numberIn }}
              />
              <Button
                variant="ghost"
                aria-label={t('remove', { number })}
                icon={<Trash2 className="size-5" aria-hidden="true" />}
                onClick={() => remove(index)}
              />
            </div>
          </fieldset>
        );
      })}
      {ofAll && <FormError>{ofAll}</FormError>}
      <Button
        variant="secondary"
        className="sm:self-start"
        icon={<Plus className="size-5" aria-hidden="true" />}
        onClick={() =>
          append({ from: locations[0]?.id ?? '', to: locations[1]?.id ?? '', minutes: Number.NaN })
        }
      >
        {t('add')}
      </Button>
    </FormDialog>
  );
}

/** An empty field is no number, and neither is text: the schema says what is wanted. */
const numberIn = (typed: string | number) =>
  typeof typed === 'number' ? typed : typed.trim() === '' ? Number.NaN : Number(typed);
