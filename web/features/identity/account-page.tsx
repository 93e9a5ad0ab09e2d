import { useQuery } from '@tanstack/react-query';
import { formatCompanyCode } from '#domain/company-code.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { provesByPin, useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AccountSection } from './account-section.tsx';
import { CompanyDeletion } from './company-deletion.tsx';
import { CompanyHandover } from './company-handover.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { OwnDataDownload } from './own-data-download.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { PinForm } from './pin-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const Notifications = lazyPart(async () => (await import('./notifications.tsx')).Notifications);

export function Component() {
  const { t } = useTranslation('account');
  const user = useUser();
  const { role, isOwner, hasPassword } = user;
  const { data: secondFactor } = useQuery(query('getSecondFactor'));
  const usesPin = provesByPin(user);
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <PageHeader title={t('title')} />
      <div className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
        <AccountSection title={t('profile.title')} text={role === 'employee' && t('profile.text')}>
          <Profile />
        </AccountSection>
        {!usesPin && (
          <AccountSection title={t('password.title')} text={hasPassword && t('password.text')}>
            {hasPassword ? <PasswordForm /> : <p>{t('password.none')}</p>}
          </AccountSection>
        )}
        {/* Set with one of the two as the proof. */}
        {(hasPassword || usesPin) && (
          <AccountSection title={t('pin.title')} text={t(role === 'employee' ? 'pin.text' : 'pin.textKiosk')}>
            <PinForm />
          </AccountSection>
        )}
        {/* It protects a password. */}
        {(hasPassword || secondFactor?.isOn) && (
          <AccountSection title={t('secondFactor.title')} text={t('secondFactor.text')}>
            <SecondFactor />
          </AccountSection>
        )}
        <AccountSection title={t('passkeys.title')} text={t('passkeys.text')}>
          <Passkeys />
        </AccountSection>
        <AccountSection title={t('sessions.title')} text={t('sessions.text')}>
          <Sessions />
        </AccountSection>
        <Notifications />
        <AccountSection title={t('language.title')} text={t('language.text')}>
          <LanguageChoice />
        </AccountSection>
        <AccountSection title={t('theme.title')} text={t('theme.text')}>
          <ThemeChoice />
        </AccountSection>
        <AccountSection title={t('ownData.title')} text={t('ownData.text')}>
          <OwnDataDownload />
        </AccountSection>
        {isOwner && (
          <AccountSection title={t('handover.title')} text={t('handover.text')}>
            <CompanyHandover />
          </AccountSection>
        )}
        {role === 'admin' && (
          <AccountSection title={t('deletion.title')} text={t('deletion.text')}>
            <CompanyDeletion />
          </AccountSection>
        )}
      </div>
    </div>
  );
}

function Profile() {
  const { t } = useTranslation(['account', 'common']);
  const user = useUser();
  const facts = [
    [t('profile.name'), fullName(user)],
    ...(user.email ? [[t('profile.email'), user.email]] : []),
    ...(user.personalNumber
      ? [
          [t('profile.personalNumber'), user.personalNumber],
          [t('profile.companyCode'), formatCompanyCode(user.company.code)],
        ]
      : []),
    [t('profile.role'), t(`common:roles.${user.role}`)],
    [t('profile.company'), user.company.name],
  ];
  return (
    <dl className="flex flex-col gap-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="wrap-anywhere font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
