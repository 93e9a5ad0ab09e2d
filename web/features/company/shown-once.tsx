import { useEffect, useRef } from 'react';
import { CopyButton } from '#web/forms/copy-button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

type ShownOnceProps = { area: 'api-keys' | 'webhooks'; value: string; onClose: () => void };

/** A key or secret that is not shown again, in a dialog, with a button that copies it. */
export function ShownOnce({ area, value, onClose }: ShownOnceProps) {
  const { t } = useTranslation(['api-keys', 'webhooks']);
  const text = useRef<HTMLParagraphElement>(null);
  // The form was removed, and with it the focused button.
  useEffect(() => text.current?.focus(), []);
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
        <CopyButton text={value}>{t(`${area}:shown.copy`)}</CopyButton>
      </DialogFooter>
    </>
  );
}
