import type { WorkReport } from '#contract/time-tracking.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { CorrectedMark } from '#web/work-reports/corrected-mark.tsx';
import { generalNotesOf } from '#web/work-reports/general-notes.ts';
import { useWorkUnits } from '#web/work-reports/work-units.ts';

type PersonWorkProps = { name: string; workReports: readonly WorkReport[]; hiddenReports: number };

export function PersonWork({ name, workReports, hiddenReports }: PersonWorkProps) {
  const { t } = useTranslation('dashboard');
  const { formatCount, formatMoment } = useBoardFormat();
  const { amount } = useWorkUnits();
  return (
    <ul
      aria-label={t('admin.workReports', { name })}
      className="my-1 flex flex-col gap-1 border-hairline border-l-2 pl-3 text-sm"
    >
      {workReports.map(({ id, quantity, units, createdAt, correctedAt, description }) => (
        <li key={id} className="flex gap-x-3">
          <span className="figures shrink-0 text-ink-muted">{formatMoment(createdAt)}</span>
          <span className="min-w-0">
            <span className="figures mr-2 font-medium empty:hidden">{amount(quantity, units)}</span>
            {description} {correctedAt && <CorrectedMark time={formatMoment(correctedAt)} />}
          </span>
        </li>
      ))}
      {generalNotesOf(workReports).map((note) => (
        <li key={note} className="wrap-anywhere whitespace-pre-line">
          <span className="text-ink-muted">{t('admin.generalNotes')}:</span> {note}
        </li>
      ))}
      {hiddenReports > 0 && (
        <li className="text-ink-muted">
          {t('admin.moreWorkReports', { number: formatCount(hiddenReports) })}
        </li>
      )}
    </ul>
  );
}
