import { Nfc } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '#web/forms/copy-button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** Web NFC, which Chrome for Android has: https://w3c.github.io/web-nfc/ */
type TagWriter = {
  write(
    message: { records: { recordType: 'url'; data: string }[] },
    options: { signal: AbortSignal },
  ): Promise<void>;
};

const FAILURES = ['NotAllowedError', 'NotSupportedError', 'NotReadableError', 'NetworkError'] as const;

function tagWriter(): (new () => TagWriter) | undefined {
  return (globalThis as { NDEFReader?: new () => TagWriter }).NDEFReader;
}

type State = 'idle' | 'waiting' | 'done' | (typeof FAILURES)[number] | 'other';

/** The poster's address for an NFC tag: written to it where the browser can, to copy anywhere. */
export function NfcTag({ url }: { url: string }) {
  const { t } = useTranslation('nfc');
  const [state, setState] = useState<State>('idle');
  const writing = useRef<AbortController>(null);
  useEffect(() => () => writing.current?.abort(), []);
  const Writer = tagWriter();

  const write = async (NdefReader: new () => TagWriter) => {
    const controller = new AbortController();
    writing.current = controller;
    const { signal } = controller;
    setState('waiting');
    try {
      await new NdefReader().write({ records: [{ recordType: 'url', data: url }] }, { signal });
      setState('done');
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      setState(signal.aborted ? 'idle' : (FAILURES.find((known) => known === name) ?? 'other'));
    }
  };
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Field label={t('address')} hint={t('addressHint')}>
        <Input readOnly value={url} spellCheck={false} />
      </Field>
      <div className="flex flex-wrap gap-2 *:grow">
        <CopyButton variant="secondary" text={url}>
          {t('copy')}
        </CopyButton>
        {Writer && state !== 'waiting' && (
          <Button
            variant="secondary"
            icon={<Nfc className="size-5" aria-hidden="true" />}
            onClick={() => void write(Writer)}
          >
            {t('write')}
          </Button>
        )}
        {state === 'waiting' && (
          <Button variant="secondary" onClick={() => writing.current?.abort()}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <div role="status">
        {state !== 'idle' && (
          <Alert tone={state === 'done' ? 'working' : state === 'waiting' ? 'attention' : 'destructive'}>
            {state === 'waiting' ? t('hold') : state === 'done' ? t('done') : t(`failed.${state}`)}
          </Alert>
        )}
      </div>
    </div>
  );
}
