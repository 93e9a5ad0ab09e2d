import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { copyText } from '#web/files/copy-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';

type ShownOnceProps = { area: 'api-keys' | 'webhooks'; value: string; onClose: () => void };

/** A key or secret that is not shown again, in a dialog, with a button that copies it. */
export function ShownOnce({ area, value, onClose }: ShownOnceProps) {
  const { t } = useTranslation(['api-keys', 'webhooks']);
  const { toast } = useToast();
  const text = useRef<HTMLParagraphElement>(null);
  // The form was removed, and with it the focused button.
  useEffect(() => text.current?.focus(), []);
  const copy = () =>
    // If the browser refuses, it can still be selected and copied by hand.
    copyText(value).then(
      () => toast({ title: t(`${area}:shown.copied`), tone: 'success' }),
      () => toast({ title: t(`${area}:shown.copyFailed`), tone: 'destructive' }),
    );
  return (
    <>
      <p ref={text} tabIndex={-1} className="focus:outline-none">
        {t(`${area}:shown.text`)}
      </p>
      <Field label={t(`${area}:shown.key`)} className="mt-4">
        <Textarea readOnly className="break-all font-mono" value={value} spellCheck={false} />
      </Field>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t(`${area}:shown.done`)}
        </Button>
        <Button icon={<Copy className="size-5" aria-hidden="true" />} onClick={copy}>
          {t(`${area}:shown.copy`)}
        </Button>
      </DialogFooter>
    </>
  );
}
