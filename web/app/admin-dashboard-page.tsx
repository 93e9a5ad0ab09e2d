import { AiReportButton } from '../features/ai-reports/ai-report-button.tsx';
import { AskButton } from '../features/ask/ask-button.tsx';
import { AttentionNotice } from '../features/attention/attention-notice.tsx';
import { AdminDashboard } from '../features/dashboard/admin-dashboard.tsx';

/** The administrator's dashboard: components of four features on one page. */
export function Component() {
  return (
    <AdminDashboard
      askButton={<AskButton />}
      attentionNotice={<AttentionNotice />}
      reportButton={(location) => <AiReportButton location={location} />}
    />
  );
}
