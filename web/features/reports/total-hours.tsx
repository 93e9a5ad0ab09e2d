import type { ReactNode } from 'react';
import { ExplainHours } from '#web/working-time/explain-hours.tsx';
import type { ExplainedPeriod } from '#web/working-time/hours-explanation.tsx';

type TotalHoursProps = { title: string; period: ExplainedPeriod; children: ReactNode };

/** A total in a table, with the button that explains it. */
export function TotalHours({ title, period, children }: TotalHoursProps) {
  return (
    <span className="inline-flex items-center justify-end">
      {children}
      <ExplainHours
        title={title}
        period={period}
        className="-my-3 -mr-3 xl:-my-1 xl:-mr-2 xl:size-7! print:hidden"
      />
    </span>
  );
}
