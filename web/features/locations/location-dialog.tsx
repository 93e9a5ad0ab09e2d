import type { Location } from '#contract/locations.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';

type LocationDialogProps = {
  /** Undefined to add a location. */
  location: Location | undefined;
  /** Called with a location that was added. */
  onAdded?: (location: Location) => void;
  onClose: () => void;
};

/** Adds or changes a location; its code never changes, so printed posters stay valid. */
export function LocationDialog({ location, onAdded, onClose }: LocationDialogProps) {
  const { t } = useTranslation('locations');
  const form = useSchemaForm('createLocation', {
    defaultValues: {
      name: location?.name ?? '',
      address: location?.address ?? '',
      description: location?.description ?? '',
      isActive: location?.isActive ?? true,
      requiresRotatingCode: location?.requiresRotatingCode ?? false,
      asksWorkReport: location?.asksWorkReport ?? false,
    },
  });
  const { register } = form;
  const { errors } = form.formState;
  const { mutateAsync: save } = useCall(location ? 'updateLocation' : 'createLocation', {
    handlesErrors: true,
  });

  return (
    <FormDialog
      form={form}
      title={t(location ? 'form.editTitle' : 'add')}
      submitLabel={t(location ? 'common:save' : 'add')}
      onSubmit={(body) => save(location ? { params: { id: location.id }, body } : { body })}
      errorTitle={t('common:error')}
      done={(saved) => {
        if (!location) onAdded?.(saved);
        return { title: t(location ? 'updated' : 'added') };
      }}
      onClose={onClose}
    >
      <Field label={t('form.name')} error={errors.name?.message}>
        <Input autoComplete="off" required {...register('name')} />
      </Field>
      <Field label={t('form.address')} aside={t('common:optional')} error={errors.address?.message}>
        <Input autoComplete="off" {...register('address')} />
      </Field>
      <Field
        label={t('form.description')}
        aside={t('common:optional')}
        hint={t('form.descriptionHint')}
        error={errors.description?.message}
      >
        <Textarea {...register('description')} />
      </Field>
      {location && (
        <Switch
          label={t('active')}
          hint={t('form.activeHint')}
          error={errors.isActive?.message}
          {...register('isActive')}
        />
      )}
      <Switch
        label={t('form.rotating')}
        hint={t('form.rotatingHint')}
        error={errors.requiresRotatingCode?.message}
        {...register('requiresRotatingCode')}
      />
      <Switch
        label={t('form.report')}
        hint={t('form.reportHint')}
        error={errors.asksWorkReport?.message}
        {...register('asksWorkReport')}
      />
    </FormDialog>
  );
}
