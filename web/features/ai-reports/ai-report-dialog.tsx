import { Download, Sparkles } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AiReport } from '#contract/ai-reports.ts';
import type { DashboardLocation } from '#contract/dashboard.ts';
import { ApiError } from '#web/call/request.ts';
import { saveFile } from '#web/files/save-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { aiReportFileName } from './ai-report-file.ts';
import { useCreateAiReport } from './use-create-ai-report.ts';

type AiReportDialogProps = {
  location: Pick<DashboardLocation, 'id' | 'name'>;
  onClose: () => void;
};

type FactsRow = { key: string; cells: string[] };

/** A generated report of a day at a location, streamed as it is written. Closing the dialog cancels it. */
export function AiReportDialog({ location, onClose }: AiReportDialogProps) {
  const { t } = useTranslation(['ai-reports', 'common']);
  const { today } = useCompanyTime();
  const { toast } = useToast();
  const [date, setDate] = useState(today);
  const [draft, setDraft] = useState('');
  const { mutate, reset, data: made, error, isPending } = useCreateAiReport();
  const writing = useRef<AbortController>(null);
  useEffect(() => () => writing.current?.abort(), []);

  const failure = error && messageOf(error, t('failed'));
  const dateIssue = error instanceof ApiError && error.issues.find(({ path }) => path === 'date')?.message;
  // Half a report could be mistaken for a complete one.
  const text = made?.report ?? (isPending ? draft : '');

  const generate = (event: FormEvent) => {
    event.preventDefault();
    // The second click of a double click arrives before the button is disabled.
    if (writing.current) return;
    writing.current = new AbortController();
    setDraft('');
    mutate(
      { locationId: location.id, date, onDraft: setDraft, signal: writing.current.signal },
      {
        onSuccess: announce,
        onError: announceFailure,
        onSettled: () => {
          writing.current = null;
        },
      },
    );
  };
  const announce = ({ cached }: AiReport) =>
    toast({ title: t('done'), description: t(cached ? 'fromCache' : 'made'), tone: 'success' });
  const announceFailure = (failed: Error) => {
    if (failed instanceof ApiError && failed.requiresUpgrade) {
      // The upgrade dialog shows it.
      reset();
      return;
    }
    toast({ title: t('common:error'), description: messageOf(failed, t('failed')), tone: 'destructive' });
  };
  const chooseDate = (chosen: string) => {
    writing.current?.abort();
    writing.current = null;
    setDate(chosen);
    reset();
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('title', { location: location.name })}
      description={t('description')}
      closeLabel={t('common:close')}
      size="wide"
    >
      <form noValidate onSubmit={generate}>
        <Field label={t('date')} error={dateIssue} className="sm:max-w-64">
          <DateInput value={date} max={today()} onChange={(event) => chooseDate(event.target.value)} />
        </Field>
        <div role="status">
          {isPending && (
            <p className="mt-4 flex items-center gap-3">
              <Spinner />
              {t('generating')}
            </p>
          )}
        </div>
        {failure && !dateIssue && (
          <Alert tone="destructive" className="mt-4">
            {failure}
          </Alert>
        )}
        {made?.note && (
          <Alert tone="attention" className="mt-4">
            {made.note}
          </Alert>
        )}
        {text && (
          <section aria-label={t('text')} aria-busy={isPending}>
            <pre className="figures wrap-anywhere mt-4 whitespace-pre-wrap rounded-md border border-hairline bg-sunken p-4 font-sans text-base leading-relaxed">
              {text}
            </pre>
          </section>
        )}
        {made && made.facts.rows.length > 0 && <Facts facts={made.facts} />}
        <DialogFooter>
          {made && (
            <Button
              variant="secondary"
              icon={<Download className="size-5" aria-hidden="true" />}
              onClick={() =>
                saveFile(aiReportFileName(location.name, date), `${made.report}\n`, 'text/plain')
              }
            >
              {t('download')}
            </Button>
          )}
          <Button type="submit" pending={isPending} icon={<Sparkles className="size-5" aria-hidden="true" />}>
            {t('generate')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function Facts({ facts: { columns, rows } }: { facts: AiReport['facts'] }) {
  const { t } = useTranslation('ai-reports');
  return (
    <section aria-label={t('facts')} className="mt-6">
      <h3 className="font-medium">{t('facts')}</h3>
      <DataTable
        caption={t('facts')}
        className="mt-2"
        columns={columns.map(({ label, isNumber }, index) => ({
          id: String(index),
          header: label,
          cell: ({ cells }: FactsRow) => <span className="wrap-anywhere">{cells[index]}</span>,
          numeric: isNumber,
          lead: index === 0,
          hero: isNumber,
        }))}
        rows={rows.map((cells, index) => ({ cells, key: String(index) }))}
        rowKey={({ key }) => key}
        empty={null}
      />
    </section>
  );
}

/** The rule of product.md §8: the server's message, else our own; offline, a note that there is no connection. */
function messageOf(error: Error, otherwise: string): string {
  return error instanceof ApiError && error.isSentence ? error.message : otherwise;
}
