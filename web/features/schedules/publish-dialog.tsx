import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { type DatePeriod, daysBetween, monthOf } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Day } from './ranges.ts';
import { type Schedule, useDayText, useKinds } from './schedule-data.ts';

type Values = { startDate: string; endDate: string; userIds: string[]; reason: string };
type PublishDialogProps = { period: DatePeriod; userIds: string[]; onClose: () => void };

/** Shows who will be told what before the draft is published, and asks for the reason where the notice is too short. */
export function PublishDialog({ period, userIds, onClose }: PublishDialogProps) {
  const { t } = useTranslation(['schedules', 'common']);
  const { formatDate } = useCompanyTime();
  const dates = { startDate: period.start, endDate: period.end };
  const draft = useQuery(query('getSchedule', { query: dates }));
  const published = useQuery(query('getSchedule', { query: { ...dates, plan: 'published' } }));
  const { mutateAsync: publish } = useCall('publishSchedule', { handlesErrors: true });
  const [isRefused, setIsRefused] = useState(false);
  const late = new Set(
    draft.data?.warnings
      .filter(({ kind, userId }) => kind === 'notice' && userIds.includes(userId))
      .map(({ userId, date }) => `${userId} ${date}`),
  );
  // A month from its first day on. What replaces a part of a longer schedule may be short.
  const month = monthOf(period.start);
  const isTooShort =
    draft.data?.coversMonth &&
    daysBetween(period.start, period.end) < daysBetween(month.start, month.end) &&
    draft.data.people.some(
      ({ user, changedDates, coveredDates }) =>
        userIds.includes(user.id) && changedDates.some((date) => !coveredDates.includes(date)),
    );
  const needsReason = isRefused || late.size > 0;
  const form = useSchemaForm<'publishSchedule', Values>('publishSchedule', {
    defaultValues: { ...dates, userIds, reason: '' },
  });
  return (
    <FormDialog
      form={form}
      title={t('publish.title')}
      description={t('publish.description', { start: formatDate(period.start), end: formatDate(period.end) })}
      submitLabel={t('publish.submit')}
      canSubmit={draft.data !== undefined && published.data !== undefined}
      onSubmit={(body) =>
        publish({ body }).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'notice_needs_reason') setIsRefused(true);
          throw error;
        })
      }
      done={({ announced }) => ({ title: t('publish.done', { count: announced }) })}
      onClose={onClose}
    >
      {isTooShort && <Alert tone="attention" title={t('publish.tooShort')} />}
      {needsReason && (
        <>
          <Alert tone="attention" title={t('publish.late')} />
          <form.TextareaField
            name="reason"
            label={t('publish.reason')}
            hint={t('publish.reasonHint')}
            maxLength={500}
          />
        </>
      )}
      <Loaded query={joinQueries(draft, published)}>
        {([now, before]) => <Preview now={now} before={before} userIds={userIds} late={late} />}
      </Loaded>
    </FormDialog>
  );
}

type PreviewProps = { now: Schedule; before: Schedule; userIds: string[]; late: ReadonlySet<string> };

/** The changed days of each person, before and after. */
function Preview({ now, before, userIds, late }: PreviewProps) {
  const { t } = useTranslation('schedules');
  const { formatDate } = useCompanyTime();
  const { byId } = useKinds();
  const dayText = useDayText(byId);
  const shiftsOf = ({ people }: Schedule, userId: string, date: string): Day =>
    people.find(({ user }) => user.id === userId)?.days.find((day) => day.date === date)?.shifts ?? [];
  const changed = now.people.filter(({ user, isChanged }) => isChanged && userIds.includes(user.id));
  return (
    <>
      <p className="font-semibold">{t('changed', { count: changed.length })}</p>
      <ul className="flex flex-col gap-4">
        {changed.map(({ user, changedDates, coveredDates }) => (
          <li key={user.id}>
            <h3 className="font-semibold">{fullName(user)}</h3>
            <ul className="figures text-sm">
              {changedDates.map((date) => (
                <li key={date} className="flex flex-wrap items-center gap-x-2 py-0.5">
                  <span className="min-w-24 text-ink-muted">{formatDate(date)}</span>
                  {coveredDates.includes(date) && (
                    <>
                      <span className="text-ink-muted line-through">
                        {dayText(shiftsOf(before, user.id, date))}
                      </span>
                      <ArrowRight className="size-4 text-ink-muted" aria-label={t('publish.becomes')} />
                    </>
                  )}
                  <span className="font-semibold">{dayText(shiftsOf(now, user.id, date))}</span>
                  {late.has(`${user.id} ${date}`) && <Badge tone="attention">{t('publish.lateDay')}</Badge>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
