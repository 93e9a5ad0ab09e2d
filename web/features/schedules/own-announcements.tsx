import { fullName } from '#domain/names.ts';
import { dayChangeText } from '#domain/schedule-changes.ts';
import { useCall } from '#web/call/use-call.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { periodText, weekdayDateText } from '#web/time/date-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { OwnSchedule } from '#web/working-time/own-schedule.ts';

type Announcement = OwnSchedule['announcements'][number];

/** Changed days that are shown at once; the others unfold. */
const DAYS_SHOWN = 7;

/** What was announced to the viewer since they last said "Seen". Saying so needs the server, whose clock the proof has. */
export function OwnAnnouncements({ announcements }: { announcements: Announcement[] }) {
  const { t } = useTranslation('own-schedule');
  const { toast } = useToast();
  const seen = useCall('acknowledgeSchedule', { errorTitle: t('seenFailed') });
  const say = () =>
    seen.mutate(
      { body: { announcementIds: announcements.map(({ id }) => id) } },
      { onSuccess: () => toast({ title: t('seenDone'), tone: 'success' }) },
    );
  return (
    <Card tone="attention">
      <CardHeader title={t('new')} />
      <CardBody className="flex flex-col gap-6">
        {announcements.map((announcement) => (
          <WhatIsNew key={announcement.id} announcement={announcement} />
        ))}
      </CardBody>
      <CardFooter>
        <Button pending={seen.isPending} onClick={say}>
          {t('seen')}
        </Button>
      </CardFooter>
    </Card>
  );
}

function WhatIsNew({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('own-schedule');
  const language = useLanguage();
  const { formatDateTime } = useCompanyTime();
  const { startDate, endDate, announcedAt, announcedBy, reason, days } = announcement;
  const by = [announcedBy && fullName(announcedBy), formatDateTime(announcedAt)].filter(Boolean).join(', ');
  const more = days.slice(DAYS_SHOWN);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="figures font-semibold">{periodText({ start: startDate, end: endDate }, language)}</h3>
      <p className="text-sm">{t('published', { by })}</p>
      {reason && <p className="wrap-anywhere text-sm">{t('reason', { reason })}</p>}
      {days.length === 0 ? <p>{t('onlyDaysOff')}</p> : <Changes days={days.slice(0, DAYS_SHOWN)} />}
      {more.length > 0 && (
        <Disclosure title={t('moreDays', { count: more.length })}>
          <Changes days={more} />
        </Disclosure>
      )}
    </section>
  );
}

function Changes({ days }: Pick<Announcement, 'days'>) {
  const { t } = useTranslation('own-schedule');
  const language = useLanguage();
  const words = { dayOff: t('dayOff'), breakOf: (minutes: number) => t('break', { minutes }) };
  return (
    <ul className="flex w-full flex-col gap-1.5">
      {days.map((day) => (
        <li key={day.date} className="figures flex flex-wrap gap-x-4">
          <span className="w-40 shrink-0">{weekdayDateText(day.date, language, 'short')}</span>
          <span className="wrap-anywhere min-w-0 flex-1 basis-44 font-semibold">
            {dayChangeText(day, words)}
          </span>
        </li>
      ))}
    </ul>
  );
}
