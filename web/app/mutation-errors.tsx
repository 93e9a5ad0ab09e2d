import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, isShownElsewhere } from '#web/call/request.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '../loading/lazy-dialog.tsx';
import { useToast } from '../ui/toast.tsx';

const loadUpgrade = async () => (await import('./upgrade-dialog.tsx')).UpgradeDialog;

/** Shows a toast when a mutation fails, unless the caller handles its errors; a 402 opens the upgrade dialog. */
export function MutationErrors() {
  const mutations = useQueryClient().getMutationCache();
  const { toast } = useToast();
  const { t } = useTranslation();
  const { open, dialog } = useLazyDialog(loadUpgrade);

  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (error instanceof ApiError && error.requiresUpgrade) {
          open({ error });
          return;
        }
        const { handlesErrors, errorTitle } = event.mutation.meta ?? {};
        if (handlesErrors || (error instanceof ApiError && isShownElsewhere(error))) return;
        const description = error instanceof ApiError ? error.message : t('unexpectedError');
        toast({ title: errorTitle ?? t('error'), description, tone: 'destructive' });
      }),
    [mutations, toast, t, open],
  );

  return dialog;
}
