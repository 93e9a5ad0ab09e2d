import { CircleCheckBig, CloudUpload, TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { CrewOutcome } from '#contract/crew.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type CrewDraft, type Unstored, useCrewItems } from '#web/recording/crew.ts';
import { useDismissItems } from '#web/recording/outbox.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';

/** What became of each crew that the viewer has confirmed, until they put it away. */
export function CrewResults({ unstored }: { unstored: Unstored | undefined }) {
  const { t } = useTranslation(['crew', 'time-tracking']);
  const items = useCrewItems();
  const dismiss = useDismissItems();
  return (
    <div role="status" className="flex flex-col gap-4 empty:hidden">
      {unstored && <Outcomes draft={unstored.draft} outcomes={unstored.outcomes} />}
      {items.map((item) => {
        const putAway = (label: string) => (
          <Button variant="secondary" pending={dismiss.isPending} onClick={() => dismiss.mutate([item])}>
            {label}
          </Button>
        );
        if (item.fate.state === 'done') {
          return (
            <Outcomes
              key={item.id}
              draft={item}
              outcomes={item.fate.result}
              action={putAway(t('results.hide'))}
            />
          );
        }
        const isRefused = item.fate.state === 'refused';
        return (
          <Card key={item.id} tone={isRefused ? 'destructive' : 'attention'}>
            <CardHeader
              title={isRefused ? <What draft={item} /> : t('results.saved')}
              text={item.fate.state === 'refused' ? item.fate.message : t('results.savedText')}
              aside={isRefused ? undefined : <CloudUpload className="size-5" aria-hidden="true" />}
            />
            <CardBody>
              {!isRefused && <What draft={item} />}
              <p className="wrap-anywhere">{item.people.map(({ name }) => name).join(', ')}</p>
            </CardBody>
            {isRefused && <CardFooter>{putAway(t('time-tracking:discard'))}</CardFooter>}
          </Card>
        );
      })}
    </div>
  );
}

function What({ draft: { action, location, scannedAt } }: { draft: CrewDraft }) {
  const { t } = useTranslation('crew');
  const { formatDateTime } = useCompanyTime();
  return (
    <span className="figures wrap-anywhere block">
      {t(`actions.${action}`)} · {location.name} · {formatDateTime(scannedAt)}
    </span>
  );
}

type OutcomesProps = { draft: CrewDraft; outcomes: readonly CrewOutcome[]; action?: ReactNode };

function Outcomes({ draft, outcomes, action }: OutcomesProps) {
  const { t } = useTranslation('crew');
  const recorded = outcomes.filter(({ refusal }) => !refusal);
  const refused = outcomes.filter(({ refusal }) => refusal);
  // By the person found, else by what the manager saw.
  const nameOf = ({ person, clientScanId }: CrewOutcome) =>
    person ? (
      <PersonLink id={person.id} name={person} />
    ) : (
      (draft.people.find((one) => one.clientScanId === clientScanId)?.name ?? t('results.unknown'))
    );
  return (
    <Card tone={refused.length > 0 ? 'attention' : 'working'}>
      <CardHeader
        title={<What draft={draft} />}
        aside={
          refused.length > 0 ? (
            <TriangleAlert className="size-5" aria-hidden="true" />
          ) : (
            <CircleCheckBig className="size-5" aria-hidden="true" />
          )
        }
      />
      <CardBody className="flex flex-col gap-3">
        {recorded.length > 0 && (
          <div>
            <h3 className="font-semibold">{t('results.recorded', { count: recorded.length })}</h3>
            <p className="wrap-anywhere">
              {recorded.map((outcome, index) => (
                <Fragment key={outcome.clientScanId}>
                  {index > 0 && ', '}
                  {nameOf(outcome)}
                </Fragment>
              ))}
            </p>
          </div>
        )}
        {refused.length > 0 && (
          <div>
            <h3 className="font-semibold">{t('results.refused', { count: refused.length })}</h3>
            <ul className="divide-y divide-edge/30">
              {refused.map((outcome) => (
                <li key={outcome.clientScanId} className="wrap-anywhere py-2">
                  <span className="font-medium">{nameOf(outcome)}</span> – {outcome.refusal?.message}
                </li>
              ))}
            </ul>
          </div>
        )}
      </CardBody>
      {action && <CardFooter>{action}</CardFooter>}
    </Card>
  );
}
