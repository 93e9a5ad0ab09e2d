import { Check, MessageSquareWarning } from 'lucide-react';
import { Link } from 'react-router';
import type { PersonMonth } from '#contract/months.ts';
import { durationText } from '#domain/apportion.ts';
import { monthOf } from '#domain/dates.ts';
import { msFromHours } from '#domain/hours.ts';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { writeFilters } from './report-filters.ts';

/** Why the month can't be approved now, as the server would say; null: it can be. */
export function refusalOf(
  { approval, hasEnded, openQuestions }: PersonMonth,
  /** A shift over the month's end is open, or awaits approval. */
  isProvisional: boolean,
  needsAnotherAdmin: boolean,
) {
  if (approval) return 'already_approved';
  if (!hasEnded) return 'not_ended';
  if (isProvisional || Object.values(openQuestions).some((count) => count > 0)) return 'open_questions';
  return needsAnotherAdmin ? 'needs_another_admin' : null;
}

/** Issues to settle before the approval, each with a link to where that is done. */
export function OpenQuestions({ person }: { person: PersonMonth }) {
  const { t } = useTranslation('reports');
  const pathTo = usePathTo();
  const { openQuestions, user } = person;
  const entriesOfPerson = writeFilters({
    report: 'time-entries',
    period: monthOf(`${person.month}-01`),
    employeeId: user.id,
    locationId: undefined,
  });
  const [maySettle, mayReport] = [useReach('listAttention'), useReach('getTimeEntriesReport')];
  const questions = [
    {
      name: 'openEntries',
      may: mayReport,
      to: { pathname: pathTo('reports'), search: `?${entriesOfPerson}` },
    },
    { name: 'estimates', may: maySettle, to: pathTo('corrections') },
    { name: 'requests', may: maySettle, to: pathTo('corrections') },
  ] as const;
  const open = questions.filter(({ name }) => openQuestions[name] > 0);
  if (open.length === 0) return '–';
  return (
    <ul className="flex flex-col gap-1">
      {open.map(({ name, may, to }) => {
        const text = t(`months.open.${name}`, { count: openQuestions[name] });
        return (
          <li key={name}>
            {may ? (
              <TextLink asChild>
                <Link to={to}>{text}</Link>
              </TextLink>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  );
}

type MonthAnswerProps = {
  person: PersonMonth;
  /** The person's hours as the table shows them. */
  hours: string;
};

/** The person's answer to the month, and the hours at that time if they have changed since. */
export function MonthAnswer({ person: { answer, ms }, hours }: MonthAnswerProps) {
  const { t } = useTranslation('reports');
  const { formatDate } = useCompanyTime();
  if (!answer) return '–';
  const isDisputed = answer.answer === 'disputed';
  const seenMs = msFromHours(answer.hours);
  const hasChanged = seenMs !== ms;
  return (
    <>
      <Badge
        tone={isDisputed ? 'attention' : 'neutral'}
        icon={isDisputed ? <MessageSquareWarning aria-hidden="true" /> : <Check aria-hidden="true" />}
      >
        {t(`months.answers.${answer.answer}`)}
      </Badge>
      <span className="figures block text-ink-muted text-sm">
        {formatDate(answer.at)}, {t('months.seen', { hours: hasChanged ? durationText(seenMs) : hours })}
      </span>
      {hasChanged && <span className="block text-attention-text text-sm">{t('months.changedSince')}</span>}
      {answer.text && <span className="wrap-anywhere block whitespace-pre-line text-sm">{answer.text}</span>}
    </>
  );
}
