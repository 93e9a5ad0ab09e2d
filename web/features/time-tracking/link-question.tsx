import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatLocationCode } from '#domain/location-code.ts';
import { ApiError } from '#web/call/request.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { codeIn, type KnownEntry } from '#web/recording/expected-scan.ts';
import { locationOfCodeQuery } from '#web/recording/location-of-code.ts';
import { newScan, type Scan, useExpectedAction } from '#web/recording/scans.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ScanQuestion } from './scan-question.tsx';

type LinkQuestionProps = {
  /** The parameters of the URL: the code, and the rotating part that a screen shows with it. */
  link: string;
  rotating: string | null;
  active: KnownEntry;
  pending: boolean;
  onConfirm: (scan: Scan) => void;
  /** Removes the code from the URL, so that neither reload nor back scans again. */
  onLeave: () => void;
};

/** The phone's camera app opened the poster's link: one tap confirms the scan (decisions.md §2). */
export function LinkQuestion({ link, ...props }: LinkQuestionProps) {
  const { t } = useTranslation('time-tracking');
  const code = codeIn(link);
  if (code !== null) return <CodeQuestion code={code} {...props} />;
  return (
    <Refusal title={t('link.invalidTitle')} onLeave={props.onLeave}>
      {t('link.invalidText')}
    </Refusal>
  );
}

const QUESTIONS = {
  'check-in': { title: 'link.title', confirm: 'checkIn', text: 'link.text' },
  'check-out': { title: 'link.titleHere', confirm: 'checkOut', text: 'link.textHere' },
  'location-switch': {
    title: 'link.titleElsewhere',
    confirm: 'link.confirmElsewhere',
    text: 'link.textElsewhere',
  },
  unknown: { title: 'link.titleWorking', confirm: 'link.confirmWorking', text: 'link.textWorking' },
} as const;

function CodeQuestion({
  code,
  rotating,
  active,
  pending,
  onConfirm,
  onLeave,
}: Omit<LinkQuestionProps, 'link'> & { code: string }) {
  const { t } = useTranslation('time-tracking');
  const { formatTime } = useCompanyTime();
  const { data: location, error, isPending } = useQuery(locationOfCodeQuery(code, rotating));
  const action = useExpectedAction(code) ?? (active ? 'unknown' : 'check-in');
  // One for the whole visit, however often it has to be sent; with the address as it was scanned.
  const [scan] = useState(() => newScan(window.location.href));

  if (isPending) {
    return (
      <Loading label={t('scanner.checking')}>
        <Skeleton className="h-80 rounded-lg!" />
      </Loading>
    );
  }
  if (error instanceof ApiError && /^(location|rotating)_/.test(error.code ?? '')) {
    return (
      <Refusal title={t('link.refusedTitle')} onLeave={onLeave}>
        <p className="figures mb-1 font-semibold">{formatLocationCode(code)}</p>
        {error.message}
      </Refusal>
    );
  }
  const { title, confirm, text } = QUESTIONS[action];
  return (
    <ScanQuestion
      title={t(title)}
      confirmLabel={t(confirm)}
      pending={pending}
      onConfirm={() => onConfirm(scan)}
      onCancel={onLeave}
    >
      {location && <p className="mt-2 hyphens-auto font-bold text-3xl leading-tight">{location.name}</p>}
      <p
        className={
          location ? 'figures mt-1 text-ink-muted' : 'figures mt-2 font-semibold text-2xl tracking-wider'
        }
      >
        {formatLocationCode(code)}
      </p>
      <p className="mt-2 text-ink-muted">
        {t(
          text === 'link.text' && rotating !== null ? 'link.textScreen' : text,
          active ? { location: active.location.name, time: formatTime(active.checkIn) } : {},
        )}
      </p>
    </ScanQuestion>
  );
}

function Refusal({ title, onLeave, children }: { title: string; onLeave: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Alert
      tone="destructive"
      role="alert"
      title={title}
      action={
        <Button variant="secondary" onClick={onLeave}>
          {t('close')}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
