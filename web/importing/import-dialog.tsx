import { clsx } from 'clsx';
import { Download, FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ImportAnswer } from '#contract/imports.ts';
import { CSV, XLSX } from '#domain/media-types.ts';
import { useDownload } from '#web/call/download.ts';
import { isUnanswered } from '#web/call/request.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { monthText } from '#web/time/date-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type FileKind, type ImportProgress, kindNameOf, useImportFile } from './use-import-file.ts';

/** What can be downloaded, to begin with or to go on from. */
const FILES = [
  { label: 'template.csv', format: 'csv', template: 'true', of: 'list' },
  { label: 'template.xlsx', format: 'xlsx', template: 'true', of: 'list' },
  { label: 'export.csv', format: 'csv', template: 'false', of: 'list' },
  { label: 'export.xlsx', format: 'xlsx', template: 'false', of: 'list' },
  { label: 'template.schedule', format: 'xlsx', template: 'false', of: 'schedule' },
] as const;

const MAX_BYTES = 8 * 1024 * 1024;

/** Looks at the file that is chosen, and writes it. */
function useImport(kind: FileKind) {
  const { t } = useTranslation('import');
  const [file, setFile] = useState<{ name: string; content: Blob }>();
  const [refusal, setRefusal] = useState<string>();
  const [progress, setProgress] = useState<ImportProgress>();
  const preview = useImportFile(kind);
  const write = useImportFile(kind);

  const check = (content: Blob) => {
    write.reset();
    setProgress(undefined);
    preview.mutate({ file: content, query: { dryRun: 'true' } });
  };
  const choose = async (chosen: File) => {
    setRefusal(undefined);
    preview.reset();
    setFile(undefined);
    if (chosen.size > MAX_BYTES) return setRefusal(t('limit'));
    // In memory, so that what is imported is what was shown.
    const bytes = await chosen.arrayBuffer().catch(() => undefined);
    if (!bytes) return setRefusal(t('unreadable'));
    const type = /\.xlsx$/i.test(chosen.name) ? XLSX : CSV;
    const content = new Blob([bytes], { type });
    setFile({ name: chosen.name, content });
    check(content);
  };
  const apply = (invites: boolean) => {
    if (!file) return;
    const query = { invite: invites ? 'true' : 'false' } as const;
    write.mutate({ file: file.content, query, onProgress: setProgress });
  };

  return { file, refusal, preview, write, progress, choose, check, apply };
}

/** Takes people, locations or a month's schedule from a file after a preview, and gives them back as a file. */
export function ImportDialog({ kind, onClose }: { kind: FileKind; onClose: () => void }) {
  const { t } = useTranslation(['import', 'common']);
  const { file, refusal, preview, write, progress, choose, check, apply } = useImport(kind);
  const [invites, setInvites] = useState(false);
  const language = useLanguage();
  const name = kindNameOf(kind);
  const exporting = useDownload();
  const [asked, setAsked] = useState('');

  const save = (format: 'csv' | 'xlsx', template: 'true' | 'false') => {
    setAsked(template + format);
    exporting.mutate(
      typeof kind === 'string'
        ? { name: kind === 'employees' ? 'exportEmployees' : 'exportLocations', query: { format, template } }
        : { name: 'getScheduleFile', query: { format: 'xlsx', month: kind.month } },
    );
  };

  const { data: written, error: failure } = write;
  const shown = written ?? preview.data;
  const countOf = (outcome: string) => shown?.rows.filter((row) => row.outcome === outcome).length ?? 0;
  const error = refusal ?? (preview.error?.message || undefined);
  const isBusy = preview.isPending || write.isPending;
  const writes = countOf('new') + countOf('changed') > 0;
  const isReady = shown && !shown.applied && !shown.refusal && countOf('invalid') === 0;
  const canApply = isReady && !failure && (writes || (invites && shown.rows.length > 0));
  return (
    <Dialog
      open
      onOpenChange={() => !write.isPending && onClose()}
      size="wide"
      dirty={Boolean(file)}
      title={
        typeof kind === 'string'
          ? t(`title.${kind}`)
          : t('title.schedule', { month: monthText(kind.month, language) })
      }
      closeLabel={t('common:close')}
    >
      <div className="flex flex-col gap-4">
        {!written?.applied && (
          <ChooseFile name={file?.name} disabled={isBusy} onChoose={(chosen) => void choose(chosen)} />
        )}
        {!shown && (
          <>
            <p>
              {t(`text.${name}`)} {t('blank')}
            </p>
            <div className="flex flex-wrap gap-2">
              {FILES.filter(({ of }) => (of === 'schedule') === (name === 'schedule')).map(
                ({ label, format, template }) => (
                  <Button
                    key={label}
                    variant="secondary"
                    size="small"
                    icon={<Download className="size-4" aria-hidden="true" />}
                    pending={exporting.isPending && asked === template + format}
                    onClick={() => save(format, template)}
                  >
                    {t(label)}
                  </Button>
                ),
              )}
            </div>
          </>
        )}
        {error && (
          <Alert tone="destructive" role="alert">
            {error}
          </Alert>
        )}
        {preview.isPending && <Spinner label={t('checking')} />}
        {shown && <Verdict answer={shown} writes={writes} />}
        {shown && !shown.applied && <ImportPreview kind={kind} rows={shown.rows} />}
        {isReady && kind === 'employees' && (
          <Checkbox
            label={t('invite')}
            checked={invites}
            disabled={isBusy}
            onChange={({ target }) => setInvites(target.checked)}
          />
        )}
        {write.isPending && (
          <Progress
            label={t('importing')}
            value={progress?.done ?? 0}
            max={progress?.total ?? shown?.rows.length ?? 1}
            valueText={`${progress?.done ?? 0} / ${progress?.total ?? shown?.rows.length ?? 0}`}
            tone="working"
          />
        )}
        {failure && file && (
          <Alert
            tone="destructive"
            role="alert"
            action={
              <Button variant="secondary" onClick={() => check(file.content)}>
                {t('again')}
              </Button>
            }
          >
            {failure.message} {isUnanswered(failure) && t('unclear')}
          </Alert>
        )}
      </div>
      <DialogFooter>
        <Button variant="secondary" disabled={write.isPending} onClick={onClose}>
          {t(written?.applied ? 'common:close' : 'common:cancel')}
        </Button>
        {!written?.applied && (
          <Button
            disabled={!canApply && !write.isPending}
            pending={write.isPending}
            onClick={() => apply(invites)}
          >
            {t('apply')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

type ChooseFileProps = { name: string | undefined; disabled: boolean; onChoose: (file: File) => void };

/** The browser's own field would speak the browser's language. */
function ChooseFile({ name, disabled, onChoose }: ChooseFileProps) {
  const { t } = useTranslation('import');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !disabled) onChoose(file);
    // So that the same file, corrected, can be chosen again.
    if (input.current) input.current.value = '';
  };
  useEffect(() => {
    // A file that misses the field would replace the page.
    const refuse = (event: DragEvent) => event.preventDefault();
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same.
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-edge border-dashed p-4',
        isOver && 'bg-sunken',
      )}
      onDragOver={() => setIsOver(true)}
      onDragLeave={() => setIsOver(false)}
      onDrop={({ dataTransfer }) => {
        setIsOver(false);
        take(dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={`.csv,.txt,.tsv,.xlsx,${CSV},${XLSX}`}
        onChange={({ target }) => take(target.files)}
      />
      <Button
        variant="secondary"
        icon={<FileUp className="size-5" aria-hidden="true" />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {t(name ? 'other' : 'choose')}
      </Button>
      <span className="wrap-anywhere min-w-0 text-ink-muted text-sm">
        {name ?? (
          <>
            <span className="pointer-coarse:hidden">{t('drop')}. </span>
            {t('limit')}
          </>
        )}
      </span>
    </div>
  );
}

/** What the file as a whole means, or what was written. */
function Verdict({ answer, writes }: { answer: ImportAnswer; writes: boolean }) {
  const { t } = useTranslation('import');
  const { rows, applied, unknownColumns, refusal, invited } = answer;
  const countOf = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  return (
    <>
      {applied && (
        <Alert tone="working" role="status" title={t('done')}>
          {t('doneText', { added: countOf('new'), changed: countOf('changed') })}
          {invited && ` ${t('invited', { sent: invited.sent })}`}
          {invited && invited.left > 0 && ` ${t('left', { left: invited.left })}`}
        </Alert>
      )}
      {!applied && countOf('invalid') > 0 && (
        <Alert tone="attention" role="status">
          {t('blocked')}
        </Alert>
      )}
      {!applied && refusal && (
        <Alert tone="attention" role="status">
          {refusal.message}
        </Alert>
      )}
      {!applied && !writes && countOf('invalid') === 0 && <Alert role="status">{t('nothing')}</Alert>}
      {unknownColumns.length > 0 && (
        <p className="wrap-anywhere text-ink-muted text-sm">
          {t('unknown', { columns: unknownColumns.join(', ') })}
        </p>
      )}
    </>
  );
}
