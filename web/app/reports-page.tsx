import { useReach } from '#web/call/user.ts';
import { ReportsPage } from '../features/reports/reports-page.tsx';
import { lazyPart } from '../loading/lazy-part.tsx';
import { withTexts } from '../loading/use-code.ts';

const LedgerCard = lazyPart(
  withTexts(['company'], async () => (await import('../features/company/ledger-card.tsx')).LedgerCard),
);

const MonthQuestions = lazyPart(
  withTexts(['corrections'], async () => (await import('./month-questions.tsx')).MonthQuestions),
);

/** The reports. Accountants, who have no company settings, find the ledger below the months. */
export function Component() {
  const [mayRead, maySet, maySettle] = [
    useReach('listLedger'),
    useReach('updateCompany'),
    useReach('listAttention'),
  ];
  return (
    <ReportsPage
      questions={(month) => maySettle && <MonthQuestions month={month} />}
      ledger={
        mayRead &&
        !maySet && (
          <div className="mt-10 print:hidden">
            <LedgerCard />
          </div>
        )
      }
    />
  );
}
