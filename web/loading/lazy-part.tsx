import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { type Load, useCode } from './use-code.ts';

type LazyPartOptions = {
  fallback?: ReactNode;
  /** For optional parts: shows nothing if it cannot be loaded. Otherwise an error offers a retry. */
  isOptional?: boolean;
};

/** A part of a page whose code loads when it is first rendered. If that fails, the rest of the page stays. */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { fallback = null, isOptional = false }: LazyPartOptions = {},
): ComponentType<Props> {
  return function LazyPart(props) {
    const { Component, hasFailed, retry } = useCode(load);
    if (hasFailed) return isOptional ? null : <NotLoaded onRetry={retry} />;
    return <Suspense fallback={fallback}>{Component ? <Component {...props} /> : fallback}</Suspense>;
  };
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <ErrorState title={t('loadFailed')} text={t('networkError')} retryLabel={t('retry')} onRetry={onRetry} />
  );
}
