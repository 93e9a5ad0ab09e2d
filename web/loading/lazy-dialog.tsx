import { type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { type Load, useCode } from './use-code.ts';

type Closable = { onClose: () => void };
/** The value with which the dialog is opened. */
type Opened<Props> = Omit<Props, 'onClose'>;

/** A dialog whose code loads when opened; a failure is a toast. `open` and `close` are stable. */
export function useLazyDialog<Props extends Closable>(
  load: Load<Props>,
): { open: (props: Opened<Props>) => void; close: () => void; dialog: ReactNode } {
  const [props, setProps] = useState<Opened<Props>>();
  const close = useCallback(() => setProps(undefined), []);
  return {
    open: setProps,
    close,
    dialog: props && <LazyDialog load={load} props={props} onClose={close} />,
  };
}

type LazyDialogProps<Props> = Closable & { load: Load<Props>; props: Opened<Props> };

/** `useLazyDialog` for a dialog that is not opened by a click, but by the URL for example. */
export function LazyDialog<Props extends Closable>({ load, props, onClose }: LazyDialogProps<Props>) {
  const { t } = useTranslation();
  const { toast } = useToast();
  const { Component, hasFailed } = useCode(load);
  const giveUp = useEffectEvent(() => {
    onClose();
    toast({ title: t('loadFailed'), description: t('networkError'), tone: 'destructive' });
  });
  useEffect(() => {
    if (hasFailed) giveUp();
  }, [hasFailed]);
  return (
    <Suspense fallback={<Opening />}>
      {Component ? <Component {...({ ...props, onClose } as Props)} /> : <Opening />}
    </Suspense>
  );
}

/** Appears only if loading takes long enough to be noticed. */
function Opening() {
  const { t } = useTranslation();
  return (
    <div className="fixed inset-0 z-50 grid animate-[fade_150ms_150ms_both] place-items-center bg-scrim">
      <Spinner label={t('loading')} size="large" />
    </div>
  );
}
