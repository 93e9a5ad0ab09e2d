import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MonthClosing } from '#contract/approvals.ts';
import { addDays, monthOf } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText } from '#web/time/date-text.ts';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { MonthExport } from './month-export.tsx';
import { Months } from './months.tsx';

/** More than this would push the dashboard out of sight. */
const UNFOLDED_UP_TO = { withQuestions: 3, people: 15 };

type CloseMonthProps = {
  closing: MonthClosing;
  /** The open questions, which are settled here. */
  questions: ReactNode;
  /** Whether the people are listed here, and not elsewhere on the page. */
  withPeople?: boolean;
};

/** The steps of closing a month, in order: questions, approvals, files, the ledger's record. */
export function CloseMonth({ closing, questions, withPeople = false }: CloseMonthProps) {
  const { t } = useTranslation('reports');
  const { formatDate, formatDateTime, language } = useCompanyTime();
  const { month, hasEnded, people, withQuestions, approved, closed, mailedAt } = closing;
  const from = formatDate(addDays(monthOf(`${month}-01`).end, 1));
  return (
    <Card className="print:hidden">
      <CardHeader title={t('close.title', { month: monthText(month, language) })} />
      <CardBody className="flex flex-col gap-5">
        <ol className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          <Step number={1} isDone={withQuestions === 0} title={t('close.questions')}>
            {withQuestions === 0
              ? t('close.noQuestions')
              : t('close.withQuestions', { count: withQuestions })}
          </Step>
          <Step number={2} isDone={closed !== null} title={t('close.approval')}>
            {hasEnded ? t('close.approved', { approved, people }) : t('close.from', { date: from })}
          </Step>
          <Step number={3} isDone={mailedAt !== null} title={t('close.files')}>
            <Recipients mailedAt={mailedAt && formatDateTime(mailedAt)} />
            <MonthExport month={month} />
          </Step>
          <Step number={4} isDone={closed !== null} title={t('close.closed')}>
            {closed ? (
              <>
                {formatDateTime(closed.at)}
                {closed.record && (
                  <span className="block break-all">
                    {t('close.record', { seq: closed.record.seq })}{' '}
                    <code className="font-mono text-xs" title={closed.record.hash}>
                      {closed.record.hash.slice(0, 16)}…
                    </code>
                  </span>
                )}
              </>
            ) : (
              t('close.notYet')
            )}
          </Step>
        </ol>
        {withQuestions > 0 && questions && (
          <Disclosure
            title={t('close.settle', { count: withQuestions })}
            isOpen={withQuestions <= UNFOLDED_UP_TO.withQuestions}
            isLazy
          >
            {questions}
          </Disclosure>
        )}
        {withPeople && hasEnded && !closed && (
          <Disclosure
            title={t('close.people', { count: people - approved })}
            isOpen={people - approved <= UNFOLDED_UP_TO.people}
            isLazy
          >
            <div className="w-full">
              <Months month={month} closing={closing} onlyOpen />
            </div>
          </Disclosure>
        )}
      </CardBody>
    </Card>
  );
}

/** Who gets the files by e-mail, or when they got them. */
function Recipients({ mailedAt }: { mailedAt: string | null }) {
  const { t } = useTranslation('reports');
  const pathTo = usePathTo();
  const maySet = useReach('updateSheetSettings');
  const { data: settings } = useQuery(query('getSheetSettings'));
  if (mailedAt) return <p>{t('close.mailed', { time: mailedAt })}</p>;
  if (!settings) return null;
  if (settings.accountants.length > 0) {
    return <p className="wrap-anywhere">{t('close.goesTo', { emails: settings.accountants.join(', ') })}</p>;
  }
  return (
    maySet && (
      <p>
        <TextLink asChild>
          <Link to={pathTo('settingsPayroll')}>{t('close.setRecipient')}</Link>
        </TextLink>
      </p>
    )
  );
}

type StepProps = { number: number; isDone: boolean; title: string; children: ReactNode };

function Step({ number, isDone, title, children }: StepProps) {
  const { t } = useTranslation('reports');
  return (
    <li className="flex min-w-0 gap-3">
      <span
        aria-hidden="true"
        className="figures grid size-8 shrink-0 place-items-center rounded-full border border-edge font-semibold text-sm"
      >
        {isDone ? <Check className="size-4 text-working-text" /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
        <h3 className="font-semibold text-base leading-8">
          {title}
          {isDone && <span className="sr-only"> ({t('close.done')})</span>}
        </h3>
        <div className="figures flex flex-col items-start gap-2 text-ink-muted">{children}</div>
      </div>
    </li>
  );
}
