import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AiEndpoint } from '#contract/ai-endpoint.ts';
import { query } from '#web/call/query.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AiEndpointForm } from './ai-endpoint-form.tsx';

/** The company's own language model, and what the plan allows. */
export function AiEndpointCard() {
  const { t } = useTranslation('ai-endpoint');
  return (
    <Loaded query={useQuery(query('getAiEndpoint'))} skeleton={<Skeleton className="h-40" />}>
      {(endpoint) => {
        const notice = !endpoint.isInPlan && <PlanNotice endpoint={endpoint} />;
        return endpoint.isInPlan || isSet(endpoint) ? (
          <AiEndpointForm endpoint={endpoint}>{notice}</AiEndpointForm>
        ) : (
          <Card>
            <CardHeader title={t('title')} text={t('text')} />
            <CardBody>{notice}</CardBody>
          </Card>
        );
      }}
    </Loaded>
  );
}

const isSet = ({ baseUrl }: AiEndpoint) => baseUrl !== '';

function PlanNotice({ endpoint }: { endpoint: AiEndpoint }) {
  const { t } = useTranslation(['ai-endpoint', 'upgrade', 'common']);
  const pathTo = usePathTo();
  return (
    <Alert
      className="sm:col-span-2"
      tone={endpoint.isOn ? 'attention' : 'neutral'}
      title={t('plan.title')}
      action={
        <Button asChild variant="secondary">
          <Link to={pathTo('subscription')}>{t('upgrade:seePlans')}</Link>
        </Button>
      }
    >
      {t(isSet(endpoint) ? `plan.${endpoint.otherwise}` : 'plan.text')}
    </Alert>
  );
}
