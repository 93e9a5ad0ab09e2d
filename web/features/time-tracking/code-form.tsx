import { type FormEvent, useEffect, useRef, useState } from 'react';
import { parseLocationCode } from '#domain/location-code.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { codeIn } from '#web/recording/expected-scan.ts';
import { allowSound } from '#web/scanning/confirmation-signal.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type CodeFormProps = { pending: boolean; onCode: (code: string) => void };

/** Input for the code on the poster; case, spaces and hyphens are ignored. */
export function CodeForm({ pending, onCode }: CodeFormProps) {
  const { t } = useTranslation('time-tracking');
  const [text, setText] = useState('');
  const [isMalformed, setIsMalformed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  // A complete code with a wrong check character is marked at once; an incomplete one only on submit.
  const parsed = parseLocationCode(text);
  const isMistyped = !parsed.ok && parsed.reason === 'mistyped';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    allowSound();
    if (codeIn(text) !== null) return onCode(text);
    setIsMalformed(true);
    input.current?.focus();
  };
  return (
    <Card>
      <CardBody>
        <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <Field
            label={t('code.label')}
            hint={t('code.hint')}
            error={isMistyped ? t('code.mistyped') : isMalformed ? t('code.malformed') : undefined}
          >
            <Input
              ref={input}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setIsMalformed(false);
              }}
              placeholder="XXXX-XXXX-X"
              maxLength={500}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              className="figures min-h-14! text-xl! uppercase tracking-wider"
            />
          </Field>
          <Button type="submit" size="large" pending={pending} disabled={text.trim() === ''}>
            {t('code.submit')}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
