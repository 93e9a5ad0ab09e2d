import type { ListedEmployee } from '#contract/employees.ts';
import { useDeactivateEmployees } from '#web/api/employees.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type DeactivateDialogProps = { people: ListedEmployee[]; onDone: () => void; onClose: () => void };

/** The most that the contract takes at once. */
const MAX = 500;

/** Deactivates several employees; people with other roles are left out, since that takes a proof for each. */
export function DeactivateDialog({ people, onDone, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation('employees');
  const deactivate = useDeactivateEmployees();
  const ids = people.filter(({ role, isActive }) => role === 'employee' && isActive).map(({ id }) => id);
  const taken = ids.slice(0, MAX);
  const left = people.length - taken.length;
  return (
    <ConfirmDialog
      title={t('choose.deactivateTitle', { count: taken.length })}
      description={[t('choose.deactivateText'), left > 0 ? t('choose.left', { count: left }) : '']
        .filter(Boolean)
        .join(' ')}
      confirmLabel={t('choose.deactivate')}
      mutation={{
        ...deactivate,
        mutate: (variables, options) =>
          deactivate.mutate(variables, {
            ...options,
            onSuccess: (...answer) => {
              onDone();
              options?.onSuccess?.(...answer);
            },
          }),
      }}
      variables={taken}
      done={{ title: t('choose.deactivated') }}
      onClose={onClose}
    />
  );
}
