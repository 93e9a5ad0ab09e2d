import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCompanyCode } from '#domain/company-code.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { provesByPin, useUser } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
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
        <Section title={t('profile.title')} text={role === 'employee' && t('profile.text')}>
          <Profile />
        </Section>
        {!usesPin && (
          <Section title={t('password.title')} text={hasPassword && t('password.text')}>
            {hasPassword ? <PasswordForm /> : <p>{t('password.none')}</p>}
          </Section>
        )}
        {/* Set with one of the two as the proof. */}
        {(hasPassword || usesPin) && (
          <Section title={t('pin.title')} text={t(role === 'employee' ? 'pin.text' : 'pin.textKiosk')}>
            <PinForm />
          </Section>
        )}
        {/* It protects a password. */}
        {(hasPassword || secondFactor?.isOn) && (
          <Section title={t('secondFactor.title')} text={t('secondFactor.text')}>
            <SecondFactor />
          </Section>
        )}
        <Section title={t('passkeys.title')} text={t('passkeys.text')}>
          <Passkeys />
        </Section>
        <Section title={t('sessions.title')} text={t('sessions.text')}>
          <Sessions />
        </Section>
        <Section title={t('language.title')} text={t('language.text')}>
          <LanguageChoice />
        </Section>
        <Section title={t('theme.title')} text={t('theme.text')}>
          <ThemeChoice />
        </Section>
        <Section title={t('ownData.title')} text={t('ownData.text')}>
          <OwnDataDownload />
        </Section>
        {isOwner && (
          <Section title={t('handover.title')} text={t('handover.text')}>
            <CompanyHandover />
          </Section>
        )}
        {role === 'admin' && (
          <Section title={t('deletion.title')} text={t('deletion.text')}>
            <CompanyDeletion />
          </Section>
        )}
      </div>
    </div>
  );
}

function Section({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <section className="grid items-start gap-x-12 gap-y-4 p-4 sm:p-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h2 className="font-semibold text-lg leading-snug">{title}</h2>
        {text && <p className="mt-1 text-ink-muted text-sm">{text}</p>}
      </div>
      {children}
    </section>
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
