import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LedgerDigest } from '#contract/ledger.ts';
import { LOCALES } from '#domain/languages.ts';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { saveFile } from '#web/files/save-file.ts';
import { CopyButton } from '#web/forms/copy-button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { useReadLedger } from './use-read-ledger.ts';

export function LedgerCard() {
  const { t } = useTranslation(['company', 'common']);
  const digest = useQuery(query('getLedgerDigest'));
  return (
    <Card>
      <CardHeader title={t('ledger.title')} text={t('ledger.text')} />
      <CardBody className="flex flex-col gap-4">
        <Loaded query={digest}>
          {(known) => (
            <>
              <Digest digest={known} />
              <LedgerExport digest={known} />
            </>
          )}
        </Loaded>
      </CardBody>
    </Card>
  );
}

function Digest({ digest: { seq, at } }: { digest: LedgerDigest }) {
  const { t } = useTranslation('company');
  const { formatDateTime, language } = useCompanyTime();
  if (seq === 0) return <p className="text-ink-muted">{t('ledger.empty')}</p>;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <div>
        <dt className="text-ink-muted text-sm">{t('ledger.last')}</dt>
        <dd className="figures font-semibold">{seq.toLocaleString(LOCALES[language])}</dd>
      </div>
      <div>
        <dt className="text-ink-muted text-sm">{t('ledger.at')}</dt>
        <dd className="figures font-semibold">{at && formatDateTime(at)}</dd>
      </div>
    </dl>
  );
}

function LedgerExport({ digest }: { digest: LedgerDigest }) {
  const { t } = useTranslation(['company', 'common']);
  const { today } = useCompanyTime();
  const [read, setRead] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const ledger = useReadLedger(setRead);
  useEffect(() => () => stop.current?.abort(), []);
  const fileName = `ledger-${today()}.ndjson`;
  const start = () => {
    stop.current = new AbortController();
    setRead(0);
    ledger.mutate(stop.current.signal, {
      onSuccess: (lines) =>
        saveFile(fileName, lines.map((line) => `${line}\n`).join(''), 'application/x-ndjson'),
    });
  };
  const failure = () => {
    if (!ledger.error || ledger.error.name === 'AbortError') return;
    return ledger.error instanceof ApiError ? ledger.error.message : t('common:unexpectedError');
  };
  return (
    <div className="flex flex-col gap-3">
      {ledger.isPending ? (
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-48 flex-1">
            <Progress
              label={t('ledger.exporting')}
              value={read}
              max={Math.max(1, read, digest.seq)}
              valueText={`${read} / ${Math.max(read, digest.seq)}`}
            />
          </div>
          <Button variant="secondary" onClick={() => stop.current?.abort()}>
            {t('common:cancel')}
          </Button>
        </div>
      ) : (
        <Button
          variant="secondary"
          className="self-start"
          icon={<Download className="size-5" aria-hidden="true" />}
          disabled={digest.seq === 0}
          onClick={start}
        >
          {t('ledger.export')}
        </Button>
      )}
      <FormError>{failure()}</FormError>
      {digest.seq > 0 && <Proof digest={digest} fileName={fileName} />}
    </div>
  );
}

/** The hash that proves the ledger, and the command that checks a downloaded one. */
function Proof({ digest: { seq, hash }, fileName }: { digest: LedgerDigest; fileName: string }) {
  const { t } = useTranslation('company');
  return (
    <Disclosure title={t('technical')}>
      <dl>
        <dt className="text-ink-muted text-sm">{t('ledger.hash')}</dt>
        <dd className="break-all font-mono text-sm">{hash}</dd>
      </dl>
      <CopyButton variant="secondary" text={`${seq}:${hash}`}>
        {t('ledger.copy')}
      </CopyButton>
      <p className="text-ink-muted text-sm">{t('ledger.verify')}</p>
      <code className="wrap-anywhere w-full rounded-md bg-sunken px-3 py-2 font-mono text-sm">
        npm run verify-ledger -- {fileName} --digest {seq}:{hash}
      </code>
    </Disclosure>
  );
}
