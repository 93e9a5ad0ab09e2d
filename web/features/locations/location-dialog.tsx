import type { Location } from '#contract/locations.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';

type LocationDialogProps = {
  location: Location | undefined;
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
      <form.TextField name="name" label={t('form.name')} required />
      <form.TextField name="address" label={t('form.address')} isOptional />
      {location && <form.SwitchField name="isActive" label={t('active')} hint={t('form.activeHint')} />}
      <Disclosure title={t('form.more')} hasError={form.formState.errors.description !== undefined}>
        <div className="flex w-full flex-col gap-4 pb-3 sm:pl-7">
          <form.TextareaField
            name="description"
            label={t('form.description')}
            isOptional
            hint={t('form.descriptionHint')}
          />
          <form.SwitchField
            name="requiresRotatingCode"
            label={t('form.rotating')}
            hint={t('form.rotatingHint')}
          />
          <form.SwitchField name="asksWorkReport" label={t('form.report')} hint={t('form.reportHint')} />
        </div>
      </Disclosure>
    </FormDialog>
  );
}
