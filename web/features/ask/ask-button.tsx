import { MessageCircleQuestionMark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLazyDialog } from '#web/dialogs/lazy-dialog.tsx';
import { loadAreas } from '#web/i18n/i18n.ts';
import { Button } from '#web/ui/button.tsx';

const load = async () => {
  const [{ AskDialog }] = await Promise.all([import('./ask-dialog.tsx'), loadAreas(['ask', 'validation'])]);
  return AskDialog;
};

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
