import { AiReportButton } from '../features/ai-reports/ai-report-button.tsx';
import { AskButton } from '../features/ask/ask-button.tsx';
import { AttentionNotice } from '../features/attention/attention-notice.tsx';
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

/** The administrator's dashboard: components of several features on one page. */
export function Component() {
  return (
    <AdminDashboard
      askButton={<AskButton />}
      attentionNotice={<AttentionNotice />}
      FirstSteps={FirstSteps}
      reportButton={(location) => <AiReportButton location={location} />}
    />
  );
}
