import { MessageCircleQuestionMark } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { Button } from '#web/ui/button.tsx';

const load = withTexts(['ask', 'validation'], async () => (await import('./ask-dialog.tsx')).AskDialog);

/** Opens the questions about the company's records; the page needs the area `dashboard`. */
export function AskButton() {
  const { t } = useTranslation('dashboard');
  const { open, dialog } = useLazyDialog(load);
  return (
    <>
      <Button
        variant="secondary"
        icon={<MessageCircleQuestionMark className="size-5" aria-hidden="true" />}
        onClick={() => open({})}
      >
        {t('admin.ask')}
      </Button>
      {dialog}
    </>
  );
}
