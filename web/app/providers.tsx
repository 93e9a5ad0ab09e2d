import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onClientOutdated, queryClient } from '#web/call/query-client.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { leaveOutdatedRelease } from './deferred.tsx';

// If the code cannot be loaded, the error's own message says what to do.
onClientOutdated(() => void leaveOutdatedRelease().catch(() => undefined));

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Toasts>{children}</Toasts>
    </QueryClientProvider>
  );
}

function Toasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ToastProvider
      label={t('toast.label')}
      regionLabel={t('toast.region', { hotkey: '{hotkey}' })}
      closeLabel={t('close')}
    >
      {children}
    </ToastProvider>
  );
}
