import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAreas } from '#web/i18n.ts';
import { OpeningDialog } from '#web/ui/opening-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { ReportedEntry, WorkReportDialog } from './work-report-dialog.tsx';

type Opened = { entry: ReportedEntry; Dialog?: typeof WorkReportDialog };

async function load(): Promise<typeof WorkReportDialog> {
  const [dialog] = await Promise.all([import('./work-report-dialog.tsx'), loadAreas(['work-reports'])]);
  return dialog.WorkReportDialog;
}

/** Fetches what the dialog needs before it is opened. */
export function preloadWorkReport(): void {
  void load().catch(() => undefined);
}

/** The dialog in which a person says what they did. It loads when it is opened; a failure to do so leaves the page. */
export function useWorkReport(): { open: (entry: ReportedEntry) => void; dialog: ReactNode } {
  const { t } = useTranslation();
  const { toast } = useToast();
  const [opened, setOpened] = useState<Opened>();
  const open = async (entry: ReportedEntry) => {
    setOpened({ entry });
    try {
      const Dialog = await load();
      setOpened({ entry, Dialog });
    } catch {
      setOpened(undefined);
      toast({ title: t('loadFailed'), description: t('networkError'), tone: 'destructive' });
    }
  };
  return {
    open: (entry) => void open(entry),
    dialog:
      opened &&
      (opened.Dialog ? (
        <opened.Dialog entry={opened.entry} onClose={() => setOpened(undefined)} />
      ) : (
        <OpeningDialog label={t('loading')} />
      )),
  };
}
