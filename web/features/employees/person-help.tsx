import { IdCard, Link as LinkIcon, Printer, Thermometer } from 'lucide-react';
import { Link } from 'react-router';
import type { EmployeeDetails } from '#contract/employees.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { useEmployeeDialogs } from './use-employee-dialogs.tsx';

type Person = Pick<EmployeeDetails, 'id' | 'firstName' | 'lastName'>;

const loadIllToday = async () => IllTodayDialog;

/** What a manager does for somebody in the morning: a new link, a lost badge, ill today. */
export function PersonHelp({ person }: { person: Person }) {
  const { t } = useTranslation(['person', 'employees']);
  const pathTo = usePathTo();
  const { invite, renewBadge, dialogs } = useEmployeeDialogs();
  const ill = useLazyDialog(loadIllToday);
  return (
    <Card>
      <CardHeader title={t('help.title')} />
      <CardBody className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          icon={<Thermometer className="size-5" aria-hidden="true" />}
          onClick={() => ill.open({ person })}
        >
          {t('help.illToday')}
        </Button>
        <Button
          variant="secondary"
          icon={<LinkIcon className="size-5" aria-hidden="true" />}
          onClick={() => invite({ ...person, role: 'employee', email: null })}
        >
          {t('help.newLink')}
        </Button>
        <Button asChild variant="secondary">
          <Link to={`${pathTo('badges')}?people=${person.id}`}>
            <Printer className="size-5" aria-hidden="true" />
            {t('employees:badges.one.open')}
          </Link>
        </Button>
        <Button
          variant="secondary"
          icon={<IdCard className="size-5" aria-hidden="true" />}
          onClick={() => renewBadge({ employee: person })}
        >
          {t('employees:badges.one.renew')}
        </Button>
      </CardBody>
      {dialogs}
      {ill.dialog}
    </Card>
  );
}

function IllTodayDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('person');
  return (
    <ConfirmDialog
      title={t('help.ill.title', { name: fullName(person) })}
      description={t('help.ill.text')}
      confirmLabel={t('help.ill.submit')}
      mutation={useCall('recordIllToday', { handlesErrors: true })}
      variables={{ params: { id: person.id } }}
      done={{ title: t('help.ill.done') }}
      onClose={onClose}
    />
  );
}
