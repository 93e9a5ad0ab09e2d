import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { onClientOutdated, queryClient } from '../api/query-client.ts';
import { i18n } from '../i18n/i18n.ts';
import { ToastProvider } from '../ui/toast.tsx';

onClientOutdated(() => {
  // If the code cannot be loaded, the error's own message says what to do.
  void import('../pwa/updates.ts').then(
    ({ leaveOutdatedRelease }) => leaveOutdatedRelease(),
    () => undefined,
  );
});

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nextProvider i18n={i18n}>
        <Toasts>{children}</Toasts>
      </I18nextProvider>
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
