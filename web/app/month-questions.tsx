import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dateIn } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useUser } from '#web/call/user.ts';
import { MissingCheckOuts } from '../features/corrections/missing-check-outs.tsx';
import { PendingRequest } from '../features/corrections/request-card.tsx';
import { usePathTo } from '../i18n/language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Loaded } from '../loading/loaded.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** The open questions of a month `yyyy-MM`, which are settled here. */
export function MonthQuestions({ month }: { month: string }) {
  const { t } = useTranslation('nav');
  const pathTo = usePathTo();
  const { timezone } = useUser().company;
  const isIn = (instant: string | null | undefined) =>
    instant != null && dateIn(instant, timezone).startsWith(month);
  return (
    <div className="flex w-full flex-col gap-6">
      <Loaded query={useQuery(query('listAttention'))}>
        {({ missingCheckOuts, requests }) => {
          const missing = missingCheckOuts.filter(({ checkIn }) => isIn(checkIn));
          const asked = requests.filter(
            ({ current, wanted, absence }) =>
              [current?.checkIn, current?.checkOut, wanted.checkIn, wanted.checkOut].some(isIn) ||
              (absence && absence.startDate.slice(0, 7) <= month && absence.endDate.slice(0, 7) >= month),
          );
          return (
            <>
              {missing.length > 0 && <MissingCheckOuts entries={missing} />}
              {asked.map((request) => (
                <PendingRequest key={request.id} request={request} />
              ))}
            </>
          );
        }}
      </Loaded>
      <TextLink asChild className="inline-flex min-h-11 items-center self-start">
        <Link to={pathTo('corrections')}>{t('pages.corrections')}</Link>
      </TextLink>
    </div>
  );
}
