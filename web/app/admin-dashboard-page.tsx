import { useReach } from '#web/call/user.ts';
import { AttentionNotice } from '#web/features/dashboard/attention-notice.tsx';
import { AiReportButton } from '../features/ai-reports/ai-report-button.tsx';
import { AskButton } from '../features/ask/ask-button.tsx';
import { AdminDashboard } from '../features/dashboard/admin-dashboard.tsx';
import { lazyPart } from '../loading/lazy-part.tsx';
import { withTexts } from '../loading/use-code.ts';

const FirstSteps = lazyPart(
  withTexts(
    ['first-steps', 'locations', 'employees', 'account', 'validation', 'errors'],
    async () => (await import('./first-steps.tsx')).FirstSteps,
  ),
  { isOptional: true },
);

const CloseMonthCard = lazyPart(
  withTexts(
    ['reports', 'hours', 'corrections', 'time-entries', 'validation', 'dates'],
    async () => (await import('./close-month-card.tsx')).CloseMonthCard,
  ),
  { isOptional: true },
);

/** The dashboard of administrators, and of managers for their locations: components of several features on one page. */
export function Component() {
  const isOfCompany = useReach('getDashboardLocations') === 'all';
  return (
    <AdminDashboard
      askButton={isOfCompany && <AskButton />}
      attentionNotice={<AttentionNotice />}
      closeMonth={isOfCompany && <CloseMonthCard />}
      FirstSteps={isOfCompany ? FirstSteps : undefined}
      reportButton={(location) => isOfCompany && <AiReportButton location={location} />}
    />
  );
}
