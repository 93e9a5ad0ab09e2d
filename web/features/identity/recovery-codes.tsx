import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '#domain/product.ts';
import { useUser } from '#web/call/user.ts';
import { saveFile } from '#web/files/save-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';

/** The codes are shown only here and only once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { email } = useUser();
  const text = useRef<HTMLParagraphElement>(null);
  // The form was removed, and with it the focused button.
  useEffect(() => text.current?.focus(), []);
  const download = () =>
    saveFile(
      `${t('secondFactor.codesFile')}.txt`,
      `${PRODUCT_NAME}\n${email}\n\n${codes.join('\n')}\n`,
      'text/plain',
    );
  return (
    <>
      <p ref={text} tabIndex={-1} className="focus:outline-none">
        {t('secondFactor.codesText')}
      </p>
      <ul
        aria-label={t('secondFactor.codesTitle')}
        className="figures my-4 flex flex-col gap-1 rounded-md border border-hairline bg-sunken p-4 font-medium"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap text-center">
            {code}
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button
          variant="secondary"
          icon={<Download className="size-5" aria-hidden="true" />}
          onClick={download}
        >
          {t('secondFactor.download')}
        </Button>
        <Button onClick={onClose}>{t('secondFactor.done')}</Button>
      </DialogFooter>
    </>
  );
}
