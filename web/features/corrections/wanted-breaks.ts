import type { CorrectionRequest } from '#contract/corrections.ts';
import { breaksAfter } from '#domain/corrections.ts';

/** The entry's breaks once the request is approved as it is. */
export const wantedBreaks = ({ current, wanted }: CorrectionRequest) =>
  breaksAfter(current?.breaks ?? [], wanted.breaks ?? { added: [], removed: [] });
