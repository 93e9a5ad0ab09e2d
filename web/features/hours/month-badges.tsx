import { Check, CircleAlert, Lock } from 'lucide-react';
import type { OwnMonth } from '#contract/months.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';

const openQuestionsOf = ({ openQuestions }: OwnMonth): number =>
  openQuestions.openEntries + openQuestions.estimates + openQuestions.requests;

export function MonthBadges({ month }: { month: OwnMonth }) {
  const { t } = useTranslation('own-time');
  const { approval, answer, hasEnded } = month;
  const open = openQuestionsOf(month);
  return (
    <>
      {!hasEnded && <Badge>{t('month.running')}</Badge>}
      {open > 0 && (
        <Badge tone="attention" icon={<CircleAlert aria-hidden="true" />}>
          {t('month.open', { count: open })}
        </Badge>
      )}
      {answer && (
        <Badge
          tone={answer.answer === 'disputed' ? 'attention' : 'neutral'}
          icon={<Check aria-hidden="true" />}
        >
          {t(`month.${answer.answer}`)}
        </Badge>
      )}
      {approval && <Badge icon={<Lock aria-hidden="true" />}>{t('month.approved')}</Badge>}
    </>
  );
}
