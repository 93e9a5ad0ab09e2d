import { Pencil } from 'lucide-react';
import type { OwnWorkReport } from '#contract/work-reports.ts';
import { fullName } from '#domain/names.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CorrectedMark } from '#web/work-reports/corrected-mark.tsx';
import { useWorkUnits } from '#web/work-reports/work-units.ts';

const MS_PER_MINUTE = 60_000;

type SubmissionProps = {
  /** Items sent together, in the order of the dialog; at least one. */
  reports: readonly OwnWorkReport[];
  /** The server's time, epoch milliseconds. */
  now: number;
  onCorrect: (report: OwnWorkReport) => void;
};

export function Submission({ reports, now, onCorrect }: SubmissionProps) {
  const { t } = useTranslation('work-reports');
  const { formatTime, formatDateTime } = useCompanyTime();
  const [first] = reports;
  if (!first) return null;
  const isOpen = now < Date.parse(first.correctableUntil);
  const lastMinute = new Date(Date.parse(first.correctableUntil) - MS_PER_MINUTE).toISOString();
  return (
    <Card className="p-4 sm:px-6">
      <p className="figures text-ink-muted text-sm">
        {[formatTime(first.createdAt), first.location?.name].filter(Boolean).join(' · ')}
      </p>
      <ul className="divide-y divide-hairline">
        {reports.map((report, index) => (
          <Report
            key={report.id}
            report={report}
            // Text common to all items is shown once, at the end.
            isNoteShown={report.generalNotes !== reports[index + 1]?.generalNotes}
            onCorrect={isOpen ? () => onCorrect(report) : undefined}
          />
        ))}
      </ul>
      {isOpen && (
        <p className="figures mt-1 text-ink-muted text-sm">
          {t('correctableUntil', { time: formatDateTime(lastMinute) })}
        </p>
      )}
    </Card>
  );
}

type ReportProps = {
  report: OwnWorkReport;
  isNoteShown: boolean;
  /** Undefined if the time limit for corrections has passed. */
  onCorrect: (() => void) | undefined;
};

function Report({ report, isNoteShown, onCorrect }: ReportProps) {
  const { t } = useTranslation(['work-reports', 'common']);
  const { formatDateTime } = useCompanyTime();
  const { description, generalNotes, correctedAt, corrections } = report;
  return (
    <li className="py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Work work={report} />
          {correctedAt && <CorrectedMark time={formatDateTime(correctedAt)} />}
        </div>
        {onCorrect && (
          <Button
            variant="secondary"
            aria-label={t('correctNamed', { description })}
            icon={<Pencil className="size-5" aria-hidden="true" />}
            onClick={onCorrect}
          >
            {t('correct')}
          </Button>
        )}
      </div>
      {isNoteShown && generalNotes && <Notes>{generalNotes}</Notes>}
      {corrections.length > 0 && (
        <details className="mt-1">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium text-sm underline decoration-edge underline-offset-4">
            {t('corrections', { total: corrections.length })}
          </summary>
          <ol className="flex flex-col gap-3 border-hairline border-l-2 pl-3">
            {corrections.map((before) => (
              <li key={before.correctedAt}>
                <p className="figures text-ink-muted text-sm">
                  {t('before', { time: formatDateTime(before.correctedAt), author: fullName(before.author) })}
                </p>
                <Work work={before} />
                {before.generalNotes && <Notes>{before.generalNotes}</Notes>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

type Said = Pick<OwnWorkReport, 'units' | 'quantity' | 'description'>;

function Work({ work: { quantity, units, description } }: { work: Said }) {
  const { amount } = useWorkUnits();
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      <span className="figures mr-2 font-semibold empty:hidden">{amount(quantity, units)}</span>
      {description}
    </p>
  );
}

function Notes({ children }: { children: string }) {
  const { t } = useTranslation('work-reports');
  return (
    <p className="wrap-anywhere mt-1 whitespace-pre-line text-sm">
      <span className="text-ink-muted">{t('generalNotes')}:</span> {children}
    </p>
  );
}
