import { useReach } from '#web/call/user.ts';
import { AttentionNotice } from '#web/features/dashboard/attention-notice.tsx';
import { AskButton } from '../features/ask/ask-button.tsx';
import { AdminDashboard } from '../features/dashboard/admin-dashboard.tsx';
import { useLazyDialog } from '../loading/lazy-dialog.tsx';
import { lazyPart } from '../loading/lazy-part.tsx';
import { withTexts } from '../loading/use-code.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const FirstSteps = lazyPart(
  withTexts(
    ['first-steps', 'locations', 'employees', 'account', 'validation', 'errors'],
    async () => (await import('./first-steps.tsx')).FirstSteps,
  ),
  { fallback: <Skeleton className="h-96" />, isOptional: true },
);

const loadReport = withTexts(
  ['ai-reports'],
  async () => (await import('../features/ai-reports/ai-report-dialog.tsx')).AiReportDialog,
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
  const report = useLazyDialog(loadReport);
  return (
    <>
      <AdminDashboard
        askButton={isOfCompany && <AskButton />}
        attentionNotice={<AttentionNotice />}
        closeMonth={isOfCompany && <CloseMonthCard />}
        FirstSteps={isOfCompany ? FirstSteps : undefined}
        onReport={isOfCompany ? (location) => report.open({ location }) : undefined}
      />
      {report.dialog}
    </>
  );
}
