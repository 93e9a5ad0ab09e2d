import { Grid3x3, IdCard, Pencil, Printer, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { EmployeeDetails } from '#contract/employees.ts';
import { useUser } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { InvitationBadge, openInvitationOf } from './invitation-badge.tsx';
import { useEmployeeDialogs } from './use-employee-dialogs.tsx';

type Account = NonNullable<EmployeeDetails['account']>;

/** How the person signs in and is recognized, with the actions of the list; for administrators. */
export function PersonAccount({ account }: { account: Account }) {
  const { t } = useTranslation(['person', 'employees', 'common']);
  const pathTo = usePathTo();
  const { formatDate } = useCompanyTime();
  const user = useUser();
  const { edit, remove, removePin, renewBadge, invite, dialogs } = useEmployeeDialogs();
  const { employee, badgeSince, hasPin, devices } = account;
  const isSelf = employee.id === user.id;
  const mayChange = isSelf || !employee.isOwner;
  const mayInvite = !isSelf && !employee.isOwner && employee.isActive;
  return (
    <Card>
      <CardHeader title={t('account.title')} />
      <CardBody className="flex flex-col gap-5">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          <Fact name={t('employees:form.email')}>
            {employee.email ?? t('account.noEmail')}
            {employee.pendingEmail && (
              <span className="block text-ink-muted text-sm">
                {t('employees:pendingEmail', { email: employee.pendingEmail })}
              </span>
            )}
          </Fact>
          <Fact name={t('employees:form.personalNumber')}>{employee.personalNumber ?? '–'}</Fact>
          <Fact name={t('account.pin')}>{t(hasPin ? 'account.set' : 'account.notSet')}</Fact>
          <Fact name={t('employees:form.badge')}>
            {badgeSince ? t('account.badgeSince', { date: formatDate(badgeSince) }) : t('account.noBadge')}
          </Fact>
          <Fact name={t('account.invitation')}>
            {openInvitationOf(employee) ? (
              <InvitationBadge employee={employee} />
            ) : (
              t(employee.invitation.state === 'accepted' ? 'account.accepted' : 'account.hasSignIn')
            )}
          </Fact>
          <Fact name={t('account.devices')}>
            {devices.length === 0 && t('account.noDevices')}
            <ul>
              {devices.map(({ id, device, lastUsedOn }) => (
                <li key={id}>
                  {device ?? t('account.unknownDevice')}{' '}
                  <span className="text-ink-muted text-sm">
                    {t('account.usedOn', { date: formatDate(lastUsedOn) })}
                  </span>
                </li>
              ))}
            </ul>
          </Fact>
        </dl>
        <div className="flex flex-wrap gap-2">
          {mayInvite && (
            <Button variant="secondary" onClick={() => invite(employee)}>
              {t('employees:invitation.open')}
            </Button>
          )}
          <Button asChild variant="secondary">
            <Link to={`${pathTo('badges')}?people=${employee.id}`}>
              <Printer className="size-5" aria-hidden="true" />
              {t('employees:badges.one.open')}
            </Link>
          </Button>
          {badgeSince && (
            <Button
              variant="secondary"
              icon={<IdCard className="size-5" aria-hidden="true" />}
              onClick={() => renewBadge({ employee })}
            >
              {t('employees:badges.one.renew')}
            </Button>
          )}
          {hasPin && (
            <Button
              variant="secondary"
              icon={<Grid3x3 className="size-5" aria-hidden="true" />}
              onClick={() => removePin({ employee })}
            >
              {t('employees:badges.pin.open')}
            </Button>
          )}
        </div>
      </CardBody>
      {mayChange && (
        <CardFooter>
          <Button
            variant="secondary"
            icon={<Pencil className="size-5" aria-hidden="true" />}
            onClick={() => edit(employee)}
          >
            {t('common:edit')}
          </Button>
          {!isSelf && (
            <Button
              variant="ghost"
              icon={<Trash2 className="size-5" aria-hidden="true" />}
              onClick={() => remove({ employee })}
            >
              {t('common:delete')}
            </Button>
          )}
        </CardFooter>
      )}
      {dialogs}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted text-sm leading-6">{name}</dt>
      <dd className="figures wrap-anywhere min-w-0">{children}</dd>
    </>
  );
}
