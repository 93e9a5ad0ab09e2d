import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ListedAbsence } from '#contract/absences.ts';
import { addDays } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { AbsenceBadges } from '#web/entries/absence-badges.tsx';
import { AbsenceChange, AbsenceLine, useAbsenceDates } from '#web/entries/absence-line.tsx';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';

/** For how many days after its end an absence can be changed here. */
const CHANGED_FOR = 31;

const loadChange = async () => (await import('./absence-change-dialog.tsx')).AbsenceChangeDialog;
const loadDialog = async () => (await import('#web/entries/absence-dialog.tsx')).AbsenceDialog;

/** The viewer's absences of a year, their requests, and the dialog to ask for one. */
export function OwnAbsences() {
  const { t } = useTranslation('absences');
  const { today } = useCompanyTime();
  const { id: userId } = useUser();
  const [year, setYear] = useState(() => Number(today().slice(0, 4)));
  const since = addDays(today(), -CHANGED_FOR);
  const period = { startDate: `${year}-01-01`, endDate: `${year}-12-31` };
  const absences = useQuery(query('listAbsences', { query: { ...period, userId } }));
  const ask = useLazyDialog(loadDialog);
  const change = useLazyDialog(loadChange);
  const [withdrawn, setWithdrawn] = useState<ListedAbsence>();
  return (
    <Card>
      <CardHeader
        title={t('own.title')}
        aside={
          <span className="flex items-center">
            <IconButton label={t('previousYear')} onClick={() => setYear(year - 1)}>
              <ChevronLeft className="size-5" aria-hidden="true" />
            </IconButton>
            <span className="figures font-semibold" aria-live="polite">
              {year}
            </span>
            <IconButton label={t('nextYear')} onClick={() => setYear(year + 1)}>
              <ChevronRight className="size-5" aria-hidden="true" />
            </IconButton>
          </span>
        }
      />
      <CardBody className="flex flex-col gap-4">
        <Loaded query={absences}>
          {(own) =>
            own.length === 0 ? (
              <p className="text-ink-muted">{t('own.none')}</p>
            ) : (
              <ul className="divide-y divide-edge/30">
                {own.map((absence) => (
                  <Item
                    key={absence.id}
                    absence={absence}
                    onWithdraw={() => setWithdrawn(absence)}
                    {...(absence.endDate >= since && { onChange: () => change.open({ absence }) })}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        <Button
          variant="secondary"
          className="self-start"
          icon={<CalendarPlus className="size-5" aria-hidden="true" />}
          onClick={() => ask.open({ onSaved: ({ startDate }) => setYear(Number(startDate.slice(0, 4))) })}
        >
          {t('ask.title')}
        </Button>
      </CardBody>
      {ask.dialog}
      {change.dialog}
      {withdrawn && <WithdrawDialog absence={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Card>
  );
}

type ItemProps = {
  absence: ListedAbsence;
  onWithdraw: () => void;
  /** Undefined: too late. */
  onChange?: () => void;
};

function Item({ absence, onWithdraw, onChange }: ItemProps) {
  const { t } = useTranslation('absences');
  const { status, note, decisionReason, change, startDate, endDate } = absence;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <AbsenceLine absence={absence} />
        {note && <p className="wrap-anywhere whitespace-pre-line text-ink-muted text-sm">{note}</p>}
        <AbsenceBadges absence={absence} />
        {change && <AbsenceChange kept={change.kept} />}
        {decisionReason && (
          <p className="wrap-anywhere whitespace-pre-line text-sm">
            {t('decisionReason', { reason: decisionReason })}
          </p>
        )}
      </div>
      {status === 'pending' && (
        <Button variant="secondary" onClick={onWithdraw}>
          {t('withdraw.submit')}
        </Button>
      )}
      {status === 'approved' && !change && onChange && (
        <Button variant="ghost" onClick={onChange}>
          {t(startDate === endDate ? 'change.cancel' : 'change.open')}
        </Button>
      )}
    </li>
  );
}

function WithdrawDialog({ absence, onClose }: { absence: ListedAbsence; onClose: () => void }) {
  const { t } = useTranslation('absences');
  const dates = useAbsenceDates();
  return (
    <ConfirmDialog
      title={t('withdraw.title')}
      description={dates(absence)}
      confirmLabel={t('withdraw.submit')}
      variant="primary"
      mutation={useCall('deleteAbsence', { handlesErrors: true })}
      variables={{ params: { id: absence.id } }}
      done={{ title: t('withdraw.done') }}
      onClose={onClose}
    />
  );
}
