import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const loadDialog = withTexts(
  ['working-time'],
  async () => (await import('./missing-check-out-dialog.tsx')).MissingCheckOutDialog,
);

export const useMissingCheckOutDialog = () => useLazyDialog(loadDialog);

/**
 * An entry that counts no hours until the person says when it ended. If the code cannot be loaded, the page still says
 * what is missing, and the next scan asks.
 */
export const MissingCheckOutCard = lazyPart(
  async () => (await import('./missing-check-out-card.tsx')).MissingCheckOutCard,
  { fallback: <Skeleton className="h-56 rounded-lg!" />, isOptional: true },
);
