import { type ComponentType, lazy, Suspense } from 'react';
import { useLazyDialog } from '#web/dialogs/lazy-dialog.tsx';
import { loadAreas } from '#web/i18n/i18n.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { MissingCheckOutCardProps } from './missing-check-out-card.tsx';
import type { AskedLeaving } from './missing-check-out-dialog.tsx';

const load = async () => {
  const [{ MissingCheckOutDialog }] = await Promise.all([
    import('./missing-check-out-dialog.tsx'),
    loadAreas(['working-time']),
  ]);
  return MissingCheckOutDialog;
};

/** The question when somebody left an entry whose check-out they forgot. */
export const useMissingCheckOutDialog = () => useLazyDialog<AskedLeaving>(load);

const Card = lazy(async (): Promise<{ default: ComponentType<MissingCheckOutCardProps> }> => {
  try {
    return { default: (await import('./missing-check-out-card.tsx')).MissingCheckOutCard };
  } catch {
    // No signal and no copy of the code: the page's own line says what is missing, and the next scan asks.
    return { default: () => null };
  }
});

/** An entry that counts no hours until somebody says when it ended; loads when there is one. */
export function MissingCheckOutCard(props: MissingCheckOutCardProps) {
  return (
    <Suspense fallback={<Skeleton className="h-56 rounded-lg!" />}>
      <Card {...props} />
    </Suspense>
  );
}
