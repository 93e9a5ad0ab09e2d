import { Copy } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

type CopyButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className' | 'disabled' | 'children'
> & {
  /** Asked when the button is pressed, if it is not known before. */
  text: string | (() => string);
};

/** Copies the text to the clipboard, and says so. The text should be on the screen too, in case the browser refuses. */
export function CopyButton({ text, ...props }: CopyButtonProps) {
  const { t } = useTranslation('common');
  const { toast } = useToast();
  const copy = async () => {
    try {
      // Without HTTPS there is no clipboard.
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      toast({ title: t('copied'), tone: 'success' });
    } catch {
      toast({ title: t('copyFailed'), tone: 'destructive' });
    }
  };
  return <Button {...props} icon={<Copy className="size-5" aria-hidden="true" />} onClick={copy} />;
}
