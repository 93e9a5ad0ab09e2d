import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EmployeeDetails } from '#contract/employees.ts';
import type { PersonMonthHours } from '#contract/hours.ts';
import { durationText } from '#domain/apportion.ts';
import { query } from '#web/call/query.ts';
import { HistorySteps } from '#web/entries/history-dialog.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { WarningList } from '#web/working-time/work-warnings.tsx';

type DayOfPersonProps = { date: string; hours: PersonMonthHours | null; holiday: string | undefined };

/** The day that was chosen in the calendar: when the person worked, breaks, absences and warnings. */
export function DayOfPerson({ date, hours, holiday }: DayOfPersonProps) {
  const { t } = useTranslation(['hours', 'person', 'common']);
  const { formatLongDate, formatTime } = useCompanyTime(hours?.details?.timeZone);
  const day = hours?.details?.days.find((one) => one.date === date);
  const warnings = hours?.details?.warnings.filter((warning) => warning.date === date) ?? [];
  const spans = day?.derivation.worked ?? [];
  const time = ({ start, end }: { start: string; end: string }) => `${formatTime(start)}–${formatTime(end)}`;
  return (
    <section aria-live="polite" className="flex flex-col gap-2 border-hairline border-t pt-4">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        <span className="first-letter:uppercase">{formatLongDate(date)}</span>
        {day && day.total > 0 && (
          <span className="figures">{t('common:hours', { hours: durationText(day.total) })}</span>
        )}
      </h3>
      {holiday && <p>{holiday}</p>}
      {spans.length === 0 && <p className="text-ink-muted">{t('person:noHours')}</p>}
      <ul className="figures flex flex-col gap-1">
        {spans.map((span) => (
          <li key={span.start}>{time(span)}</li>
        ))}
        {day?.derivation.breaks.map((item) => (
          <li key={item.start} className="text-ink-muted">
            {t('figures.break')}: {time(item)} ({t(`breaks.${item.reason}`)})
          </li>
        ))}
        {day?.absences.map(({ code, ms }) => (
          <li key={code}>
            {t('absence', { code })}: {t('common:hours', { hours: durationText(ms) })}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {day?.marks.map((mark) => (
          <Badge key={mark}>{t(`marks.${mark}`)}</Badge>
        ))}
      </div>
      {warnings.length > 0 && <WarningList warnings={warnings} />}
    </section>
  );
}

type Messages = NonNullable<EmployeeDetails['account']>['messages'];

export function PersonMessages({ messages }: { messages: Messages }) {
  const { t } = useTranslation('person');
  const pathTo = usePathTo();
  const { formatDate, formatDateTime } = useCompanyTime();
  return (
    <Card>
      <CardHeader title={t('messages.title')} />
      <CardBody>
        {messages.length === 0 && <p className="text-ink-muted">{t('messages.none')}</p>}
        <ul className="flex flex-col gap-3">
          {messages.map(({ id, subject, createdAt, readAt }) => (
            <li key={id}>
              <TextLink asChild className="wrap-anywhere font-medium">
                <Link to={pathTo('message', { id })}>{subject}</Link>
              </TextLink>
              <p className="figures flex flex-wrap items-center gap-x-2 text-ink-muted text-sm">
                {formatDate(createdAt)} ·{' '}
                {readAt ? (
                  <span className="inline-flex items-center gap-1">
                    <Check className="size-4 text-working-text" aria-hidden="true" />
                    {t('messages.read', { time: formatDateTime(readAt) })}
                  </span>
                ) : (
                  t('messages.unread')
                )}
              </p>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

const SHOWN_STEPS = 5;

export function PersonHistory({ userId }: { userId: string }) {
  const { t } = useTranslation('person');
  const result = useQuery(query('listEmployeeHistory', { params: { id: userId } }));
  const [isWhole, setIsWhole] = useState(false);
  return (
    <Card>
      <CardHeader title={t('history.title')} text={t('history.text')} />
      <CardBody className="flex flex-col gap-4">
        <Loaded query={result}>
          {(events) => (
            <>
              {events.length === 0 && <p className="text-ink-muted">{t('history.none')}</p>}
              <HistorySteps events={isWhole ? events : events.slice(0, SHOWN_STEPS)} />
              {!isWhole && events.length > SHOWN_STEPS && (
                <Button variant="secondary" className="self-start" onClick={() => setIsWhole(true)}>
                  {t('history.all', { count: events.length })}
                </Button>
              )}
            </>
          )}
        </Loaded>
      </CardBody>
    </Card>
  );
}
