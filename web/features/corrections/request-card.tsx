import { Check, History, PencilLine, X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { CorrectionRequest } from '#contract/corrections.ts';
import { isRecorded } from '#domain/corrections.ts';
import { fullName } from '#domain/names.ts';
import { ApiError } from '#web/call/request.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useCall } from '#web/call/use-call.ts';
import { AbsenceChange, AbsenceLine } from '#web/entries/absence-line.tsx';
import { ApprovalBadge } from '#web/entries/entry-badges.tsx';
import { BreakChanges, EntryDiff, type Times } from '#web/entries/entry-diff.tsx';
import { HistoryDialog } from '#web/entries/history-dialog.tsx';
import { NewAccountNote } from '#web/entries/new-account-note.tsx';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ageText } from '#web/time/age.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { decisionIsTaken } from './decision-is-taken.ts';
import { wantedBreaks } from './wanted-breaks.ts';

const REDRAW_MS = 60_000;

/** The entry as it would be after approval; null if that deletes it. */
function wantedTimes(request: CorrectionRequest): Times | null {
  const { kind, current, wanted } = request;
  const location = wanted.location ?? current?.location;
  const checkIn = wanted.checkIn ?? current?.checkIn;
  if (kind === 'delete' || !location || !checkIn) return null;
  const checkOut = wanted.checkOut ?? current?.checkOut ?? null;
  return { location, checkIn, checkOut, ...(wanted.breaks && { breaks: wantedBreaks(request) }) };
}

/** What is already recorded and awaits approval: before late scans there was no entry, before a late end the entry had none. */
function timesBefore({ kind, current, wanted }: CorrectionRequest): Times | null {
  if (kind === 'late' || !current) return null;
  const { breaks, ...times } = current;
  return { ...times, ...(isRecorded(kind) && { checkOut: null }), ...(wanted.breaks && { breaks }) };
}

/** A card that goes once it is decided leaves the focus to the name on the next one, so that the keyboard goes on from there. */
function handFocusOn(card: HTMLElement | null): void {
  // A button that waits for the answer has lost the focus already.
  const { activeElement } = document;
  if (!card || (activeElement !== document.body && !card.contains(activeElement))) return;
  const item = card.closest('li') ?? card;
  const beside = item.nextElementSibling ?? item.previousElementSibling;
  const next =
    beside?.querySelector<HTMLElement>('a, button') ?? document.querySelector<HTMLElement>('main h1');
  next?.focus({ preventScroll: true });
}

/** A request beside the current entry, and the three possible decisions. */
export function PendingRequest({ request }: { request: CorrectionRequest }) {
  const { t } = useTranslation('corrections');
  const { t: tCommon } = useTranslation();
  const { toast } = useToast();
  const { timeZone, language } = useCompanyTime();
  const now = useNow(REDRAW_MS);
  const { id, kind, user, createdAt, reason } = request;
  const name = fullName(user);
  const [answer, setAnswer] = useState<'changes' | 'rejected'>();
  const decide = useCall('decideCorrectionRequest', { handlesErrors: true });
  const approve = () =>
    decide.mutate(
      { params: { id }, body: { decision: 'approved' } },
      {
        onSuccess: () => toast({ title: t('approved'), tone: 'success' }),
        onError: (error) => {
          if (decisionIsTaken(error)) toast({ title: t('takenTitle'), description: error.message });
        },
      },
    );
  const refusal = () => {
    if (!decide.error || decisionIsTaken(decide.error)) return;
    return decide.error instanceof ApiError ? decide.error.message : tCommon('unexpectedError');
  };
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = card;
    return () => handFocusOn(current);
  }, []);
  return (
    <Card ref={card}>
      <CardHeader
        as="h3"
        title={<PersonLink id={user.id} name={user} />}
        text={
          <>
            {t(`kinds.${kind}`)} · {ageText(createdAt, now, timeZone, language)}
          </>
        }
        aside={<HistoryButton request={request} />}
      />
      <CardBody className="flex flex-col gap-4">
        <RequestReason reason={reason} kind={kind} />
        <RequestDiff request={request} />
        <FormError>{refusal()}</FormError>
      </CardBody>
      <CardFooter className="max-sm:flex-col max-sm:items-stretch">
        <Button
          icon={<Check className="size-5" aria-hidden="true" />}
          pending={decide.isPending}
          aria-label={t('approveNamed', { name })}
          onClick={approve}
        >
          {t('approve')}
        </Button>
        {kind !== 'delete' && kind !== 'absence' && (
          <Button
            variant="secondary"
            icon={<PencilLine className="size-5" aria-hidden="true" />}
            disabled={decide.isPending}
            onClick={() => setAnswer('changes')}
          >
            {t('changes.open')}
          </Button>
        )}
        <Button
          variant="ghost"
          className="sm:ml-auto"
          icon={<X className="size-5" aria-hidden="true" />}
          disabled={decide.isPending}
          onClick={() => setAnswer('rejected')}
        >
          {t('reject.open')}
        </Button>
      </CardFooter>
      {answer && <DecisionDialog request={request} answer={answer} onClose={() => setAnswer(undefined)} />}
    </Card>
  );
}

function RequestDiff({ request }: { request: CorrectionRequest }) {
  const { t } = useTranslation(['corrections', 'time-entries']);
  const { absence } = request;
  if (absence) {
    return (
      <>
        <AbsenceLine absence={absence} />
        {absence.change && <AbsenceChange kept={absence.change.kept} />}
      </>
    );
  }
  return (
    <>
      <EntryDiff
        caption={t(`kinds.${request.kind}`)}
        before={timesBefore(request)}
        after={wantedTimes(request)}
        headers={{ before: t('time-entries:diff.now'), after: t('time-entries:diff.wanted') }}
      />
      {request.kind === 'delete' && (
        <p className="font-semibold text-destructive-text">{t('wantsDeleted')}</p>
      )}
    </>
  );
}

function RequestReason({ reason, kind }: Pick<CorrectionRequest, 'reason' | 'kind'>) {
  const { t } = useTranslation('corrections');
  if (isRecorded(kind)) return <p className="text-ink-muted">{t(`${kind}Text`)}</p>;
  if (reason === null) return null;
  return (
    <blockquote className="wrap-anywhere whitespace-pre-line border-edge border-l-2 pl-4">
      {reason}
    </blockquote>
  );
}

function HistoryButton({ request: { timeEntryId, user } }: { request: CorrectionRequest }) {
  const { t } = useTranslation('corrections');
  const [isOpen, setIsOpen] = useState(false);
  const name = fullName(user);
  if (timeEntryId === null) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={<History className="size-4" aria-hidden="true" />}
        aria-label={t('historyNamed', { name })}
        onClick={() => setIsOpen(true)}
      >
        {t('history')}
      </Button>
      {isOpen && <HistoryDialog entryId={timeEntryId} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const isSame = (asked: Times, recorded: Times | null) =>
  recorded !== null &&
  asked.location.name === recorded.location.name &&
  asked.checkIn === recorded.checkIn &&
  asked.checkOut === recorded.checkOut;

export function DecidedRequest({ request }: { request: CorrectionRequest }) {
  const { t } = useTranslation(['corrections', 'time-entries']);
  const { formatDateTime } = useCompanyTime();
  const { kind, user, status, reason, decision } = request;
  if (!decision) return null;
  const asked = wantedTimes(request);
  const facts: [name: string, value: ReactNode][] = [
    [t('decided.by'), <PersonLink key="by" id={decision.by.id} name={decision.by} />],
    [
      t('decided.at'),
      <span key="at" className="figures">
        {formatDateTime(decision.at)}
      </span>,
    ],
  ];
  if (decision.reason) facts.push([t('decided.reason'), decision.reason]);
  return (
    <Card>
      <CardHeader
        as="h3"
        title={<PersonLink id={user.id} name={user} />}
        text={t(`kinds.${kind}`)}
        aside={
          <>
            <ApprovalBadge approval={status} />
            <HistoryButton request={request} />
          </>
        }
      />
      <CardBody className="flex flex-col gap-4">
        <RequestReason reason={reason} kind={kind} />
        {kind === 'delete' ? (
          <p className="font-semibold">{t('wantsDeleted')}</p>
        ) : status === 'rejected' || kind === 'absence' ? (
          <RequestDiff request={request} />
        ) : (
          <>
            <EntryDiff
              caption={t(`kinds.${kind}`)}
              before={decision.before && { ...decision.before, breaks: [] }}
              after={decision.recorded}
              headers={{ before: t('time-entries:diff.before'), after: t('time-entries:diff.after') }}
            />
            {asked && !isSame(asked, decision.recorded) && (
              <EntryDiff
                caption={t('decided.changed')}
                before={{ ...asked, breaks: [] }}
                after={decision.recorded}
                headers={{ before: t('time-entries:diff.wanted'), after: t('time-entries:diff.recorded') }}
              />
            )}
            <BreakChanges changes={request.wanted.breaks} />
          </>
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
        <NewAccountNote isShown={decision.actorIsNew} />
      </CardBody>
    </Card>
  );
}
