import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { Employee } from '#contract/employees.ts';
import { ROLES, type Role } from '#contract/policy.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { EMPTY_CURRENT_PROOF, ProofFields, useProof } from '#web/forms/proof.tsx';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { BadgeFields } from './badge-fields.tsx';
import { EmploymentFields } from './employment-fields.tsx';
import { employmentBody, employmentValues } from './employment-values.ts';
import type { Invitee } from './invitation-dialog.tsx';
import { ManagerLocations } from './manager-locations.tsx';

type EmployeeDialogProps = {
  employee: Employee | undefined;
  onClose: () => void;
  /** Shown for a person with a second factor. */
  onResetFactor?: () => void;
  onRenewBadge?: () => void;
  /** Hands over the link of a person, one without an e-mail address who was just added included. */
  onInvite?: (employee: Invitee, isNew?: boolean) => void;
};

type Changes = { email?: string | null; role?: Role; password?: string; isActive?: boolean };

/** Whether the server asks for the viewer's password to save this (decisions.md §11). */
function takesProof(employee: Employee | undefined, { email, role, password, isActive }: Changes): boolean {
  if (!employee) return role !== 'employee';
  if ((email ?? '').trim().toLowerCase() !== (employee.email ?? '').toLowerCase() || role !== employee.role)
    return true;
  return role !== 'employee' && (Boolean(password) || isActive !== employee.isActive);
}

/** Adds or changes a person. On one's own account the role and the status cannot be changed (decisions.md §5). */
export function EmployeeDialog({
  employee,
  onClose,
  onResetFactor,
  onRenewBadge,
  onInvite,
}: EmployeeDialogProps) {
  const { t } = useTranslation('employees');
  const pathTo = usePathTo();
  const user = useUser();
  const isSelf = employee?.id === user.id;
  const { isConfirmed } = user.company;
  const { code: codeKind, currentProofOf } = useProof();
  const language = useLanguage();
  const form = useSchemaForm(
    'createEmployee',
    {
      defaultValues: {
        firstName: employee?.firstName ?? '',
        lastName: employee?.lastName ?? '',
        email: employee?.email ?? '',
        role: employee?.role ?? ('employee' as Role),
        locationIds: employee?.locationIds ?? [],
        password: '',
        isActive: employee?.isActive ?? true,
        personalNumber: employee?.personalNumber ?? '',
        ...EMPTY_CURRENT_PROOF,
        ...employmentValues(employee, language),
      },
    },
    ({ currentPassword, code, ...typed }) => {
      const { terms: _, personalCode: __, ...rest } = typed;
      // The form has a text where there is one checkbox.
      const locationIds = [rest.locationIds].flat().filter(Boolean);
      const personalNumber = rest.personalNumber.trim() || null;
      const values = { ...rest, ...employmentBody(typed, language), locationIds, personalNumber };
      if (!takesProof(employee, values)) return values;
      return { ...values, ...currentProofOf({ currentPassword, code }) };
    },
  );
  const typed = useWatch({ control: form.control });
  const { mutateAsync: save } = useCall(employee ? 'updateEmployee' : 'createEmployee', {
    handlesErrors: true,
  });

  return (
    <FormDialog
      form={form}
      title={t(employee ? 'form.editTitle' : 'add')}
      submitLabel={t(employee ? 'common:save' : 'add')}
      onSubmit={async (body) => {
        const saved = await save(employee ? { params: { id: employee.id }, body } : { body });
        if (!employee && !saved.email && !body.password) onInvite?.(saved, true);
        return saved;
      }}
      errorTitle={t('common:error')}
      done={({ email }) =>
        employee
          ? { title: t('updated') }
          : {
              title: t('added'),
              ...(email && { description: isConfirmed ? t('addedText', { email }) : t('addedWaits') }),
            }
      }
      onClose={onClose}
    >
      {isSelf && (
        <Alert>
          {t('form.ownAccount')}{' '}
          <TextLink asChild>
            <Link to={pathTo('account')}>{t('form.ownPassword')}</Link>
          </TextLink>
        </Alert>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <form.TextField name="firstName" label={t('form.firstName')} required />
        <form.TextField name="lastName" label={t('form.lastName')} required />
      </div>
      <form.TextField
        name="email"
        label={t('form.email')}
        {...(typed.role === 'employee' && { aside: t('common:optional'), hint: t('form.emailOptional') })}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        required={typed.role !== 'employee'}
      />
      {!isSelf && (
        <form.SelectField
          name="role"
          label={t('form.role')}
          options={ROLES.toReversed().map((value) => ({ value, label: t(`common:roles.${value}`) }))}
        />
      )}
      {!isSelf && typed.role === 'manager' && <ManagerLocations />}
      {employee && !isSelf && (
        <form.SwitchField name="isActive" label={t('common:active')} hint={t('form.activeHint')} />
      )}
      {employee?.isActive && !isSelf && (
        <Button variant="secondary" className="sm:self-start" onClick={() => onInvite?.(employee)}>
          {t('invitation.open')}
        </Button>
      )}
      {employee?.hasSecondFactor && !isSelf && (
        <Button variant="secondary" className="sm:self-start" onClick={onResetFactor}>
          {t('resetFactor.open')}
        </Button>
      )}
      <Disclosure
        title={t('form.more')}
        hasError={Boolean(form.formState.errors.password ?? form.formState.errors.personalNumber)}
      >
        <div className="flex w-full flex-col gap-4 pb-3 sm:pl-7">
          {!isSelf && (
            <form.PasswordField
              name="password"
              label={t('form.password')}
              isOptional
              hint={t(
                !typed.email
                  ? 'form.passwordHintNoEmail'
                  : employee
                    ? 'form.passwordHintOther'
                    : 'form.passwordHintNew',
              )}
              autoComplete="new-password"
            />
          )}
          <BadgeFields employee={employee} onRenew={onRenewBadge} />
        </div>
      </Disclosure>
      <EmploymentFields employee={employee} />
      {takesProof(employee, typed) && (
        <>
          <Alert>{t(employee ? 'form.proof' : 'form.proofNew')}</Alert>
          <ProofFields code={codeKind} passwordName="currentPassword" />
        </>
      )}
    </FormDialog>
  );
}
