import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyWorkRules } from '#contract/work-rules.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Rules } from './work-rules-fields.ts';
import { WorkRulesForm } from './work-rules-form.tsx';
import { WorkRulesHistory } from './work-rules-history.tsx';

/** What the company's hours go by, from which date on, and what it was before. */
export function WorkRulesCard() {
  return (
    <Loaded query={useQuery(query('getWorkRules'))} skeleton={<Skeleton className="h-80" />}>
      {(rules) => <WorkRules rules={rules} />}
    </Loaded>
  );
}

function WorkRules({ rules }: { rules: CompanyWorkRules }) {
  const { t } = useTranslation('work-rules');
  const { formatDate, today } = useCompanyTime();
  const [chosen, setChosen] = useState<Rules>();
  const { changed, history } = rules;
  const current = history.find(({ effectiveFrom }) => effectiveFrom === rules.effectiveFrom);
  const shown = chosen ?? current;
  if (!shown) return null;
  const thisMonth = `${today().slice(0, 7)}-01`;
  // Rules that are set from an earlier date on than today's would change nothing today.
  const next = thisMonth > rules.effectiveFrom ? thisMonth : rules.effectiveFrom;
  return (
    <WorkRulesForm
      rules={shown}
      isChosen={rules.isChosen}
      effectiveFrom={chosen?.effectiveFrom ?? (rules.isChosen ? next : '')}
      isEdited={chosen !== undefined}
      onDone={() => setChosen(undefined)}
    >
      <WorkRulesHistory history={history} onEdit={setChosen} />
      {changed && (
        <p className="pt-3 text-ink-muted text-sm">
          {changed.by
            ? t('changedBy', { date: formatDate(changed.at), name: fullName(changed.by) })
            : t('changedAt', { date: formatDate(changed.at) })}
        </p>
      )}
    </WorkRulesForm>
  );
}
