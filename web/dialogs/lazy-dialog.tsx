import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OpeningDialog } from '#web/ui/opening-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';

type DialogComponent<Props> = ComponentType<Props & { onClose: () => void }>;

/**
 * A dialog whose code and texts load when it is opened. When they cannot be loaded, as without a signal, the page stays
 * as it is and a toast says so.
 */
export function useLazyDialog<Props extends object>(
  load: () => Promise<DialogComponent<Props>>,
): { open: (props: Props) => void; close: () => void; dialog: ReactNode } {
  const { t } = useTranslation();
  const { toast } = useToast();
  const [opened, setOpened] = useState<{ props: Props; Dialog?: DialogComponent<Props> }>();
  const close = () => setOpened(undefined);
  const open = async (props: Props) => {
    setOpened({ props });
    try {
      const Dialog = await load();
      setOpened({ props, Dialog });
    } catch {
      close();
      toast({ title: t('loadFailed'), description: t('networkError'), tone: 'destructive' });
    }
  };
  return {
    open: (props) => void open(props),
    close,
    dialog:
      opened &&
      (opened.Dialog ? (
        <opened.Dialog {...opened.props} onClose={close} />
      ) : (
        <OpeningDialog label={t('loading')} />
      )),
  };
}
