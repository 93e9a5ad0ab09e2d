import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Button } from '#web/ui/button.tsx';
import type { FileKind } from './use-import-file.ts';

/** The dialog with its texts, for pages that open it from a menu. */
export const loadImport = withTexts(
  ['import'],
  async () => (await import('./import-dialog.tsx')).ImportDialog,
);

/**
 * A button that opens the dialog which takes people or locations from a file and gives them back as one. The dialog stands
 * apart from it: the first import replaces the page's empty state, with the button in it.
 */
export function useImport(kind: Extract<FileKind, string>) {
  const { t } = useTranslation(kind);
  const { open, dialog } = useLazyDialog(loadImport);
  const button = (
    <Button
      variant="secondary"
      icon={<FileSpreadsheet className="size-5" aria-hidden="true" />}
      onClick={() => open({ kind })}
    >
      {t('files')}
    </Button>
  );
  return { button, dialog };
}
