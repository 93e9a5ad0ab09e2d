import { FileSpreadsheet } from 'lucide-react';
import type { FileKind } from '#web/api/imports.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Button } from '#web/ui/button.tsx';

const loadDialog = withTexts(['import'], async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Opens the dialog that takes people or locations from a file, and gives them back as one. */
export function ImportButton({ kind }: { kind: FileKind }) {
  const { t } = useTranslation(kind);
  const { open, dialog } = useLazyDialog(loadDialog);
  return (
    <>
      <Button
        variant="secondary"
        icon={<FileSpreadsheet className="size-5" aria-hidden="true" />}
        onClick={() => open({ kind })}
      >
        {t('files')}
      </Button>
      {dialog}
    </>
  );
}
