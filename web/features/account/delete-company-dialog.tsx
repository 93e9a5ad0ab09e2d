import { useTranslation } from 'react-i18next';
import { useUser } from '#web/api/auth.ts';
import { useDeleteCompany } from '#web/api/company.ts';
import { ApiError } from '#web/api/request.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

export function DeleteCompanyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const { email, company } = useUser();
  const { formatDate } = useCompanyTime();
  const pathTo = usePathTo();
  const { mutateAsync: deleteCompany, data: deleted } = useDeleteCompany();
  const form = useSchemaForm('deleteCompany', { defaultValues: { companyName: '', password: '' } });
  const showError = useFormError(form, t('deletion.failed'));
  const { register, setError } = form;
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit((values) =>
    deleteCompany(values).catch((error) => {
      if (!(error instanceof ApiError && error.code === 'wrong_password')) return showError(error);
      setError('password', { message: error.message }, { shouldFocus: true });
    }),
  );

  if (deleted) {
    // Nobody is signed in any more; loaded afresh, nothing of the person stays in memory.
    const leave = () => location.assign(pathTo('auth'));
    return (
      <Dialog open onOpenChange={leave} title={t('deletion.done')} closeLabel={t('common:close')}>
        <p>{t('deletion.doneText', { date: formatDate(deleted.deletionDueAt), email })}</p>
        <DialogFooter>
          <Button onClick={leave}>{t('deletion.leave')}</Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={() => !isSubmitting && onClose()}
      dirty={isDirty}
      title={t('deletion.question', { company: company.name })}
      description={t('deletion.undo')}
      closeLabel={t('common:close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {/* For password managers: whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t('deletion.companyName')}
          hint={t('deletion.companyNameHint', { company: company.name })}
          error={errors.companyName?.message}
        >
          <Input autoComplete="off" {...register('companyName')} />
        </Field>
        <Field label={t('deletion.password')} error={errors.password?.message}>
          <PasswordInput
            showLabel={t('common:showPassword')}
            hideLabel={t('common:hidePassword')}
            autoComplete="current-password"
            {...register('password')}
          />
        </Field>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" variant="destructive" pending={isSubmitting}>
            {t(isSubmitting ? 'deletion.pending' : 'deletion.submit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
