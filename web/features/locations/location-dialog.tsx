import { useTranslation } from 'react-i18next';
import type { Location } from '#contract/locations.ts';
import { useSaveLocation } from '#web/api/locations.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';

type LocationDialogProps = {
  /** None: a new one. */
  location: Location | undefined;
  onClose: () => void;
};

/** Adds or changes a location; its code never changes, so printed posters stay valid. */
export function LocationDialog({ location, onClose }: LocationDialogProps) {
  const { t } = useTranslation('locations');
  const { toast } = useToast();
  const form = useSchemaForm('createLocation', {
    defaultValues: {
      name: location?.name ?? '',
      address: location?.address ?? '',
      description: location?.description ?? '',
      isActive: location?.isActive ?? true,
    },
  });
  const { register, formState } = form;
  // Counts from the first click on, while the mutation begins only when the rules have loaded and been kept.
  const { errors, isSubmitting } = formState;
  const showError = useFormError(form);
  const { mutateAsync: save } = useSaveLocation(location?.id);

  const submit = form.handleSubmit((input) =>
    save(input).then(() => {
      onClose();
      toast({ title: t(location ? 'updated' : 'added'), tone: 'success' });
    }, showError),
  );
  // An answer that comes to a closed dialog would be told to nobody.
  const close = () => {
    if (!isSubmitting) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(location ? 'form.editTitle' : 'add')}
      closeLabel={t('common:close')}
      dirty={formState.isDirty}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
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
        <DialogFooter>
          <Button variant="secondary" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" pending={isSubmitting}>
            {t(location ? 'common:save' : 'add')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
