import type { ListedEmployee } from '#contract/employees.ts';
import { MAX_PEOPLE_AT_ONCE } from '#domain/employees.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type DeactivateDialogProps = { people: ListedEmployee[]; onDone: () => void; onClose: () => void };

/** Deactivates several employees; people with other roles are left out, since that takes a proof for each. */
export function DeactivateDialog({ people, onDone, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation('employees');
  const deactivate = useCall('deactivateEmployees', { timeoutMs: 60_000 });
  const ids = people.filter(({ role, isActive }) => role === 'employee' && isActive).map(({ id }) => id);
  const taken = ids.slice(0, MAX_PEOPLE_AT_ONCE);
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
        mutate: (input, callbacks) =>
          deactivate.mutate(input, {
            ...callbacks,
            onSuccess: (answer) => {
              onDone();
              callbacks?.onSuccess?.(answer);
            },
          }),
      }}
      variables={{ body: { userIds: taken } }}
      done={{ title: t('choose.deactivated') }}
      onClose={onClose}
    />
  );
}
