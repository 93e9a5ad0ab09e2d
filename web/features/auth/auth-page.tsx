import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { TRIAL_DAYS } from '#domain/plans.ts';
import { type SignInMode, signInModeOf } from '#domain/sign-in.ts';
import { query } from '#web/call/query.ts';
import { rememberedWayIn } from '#web/call/way-in.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { pressAgain } from '#web/loading/before-code.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { LoginForm } from './login-form.tsx';
import { posterIn, rememberPoster } from './scanned-poster.ts';
import type { TypedValues } from './typed-values.ts';

// Sign-in is frequent; sign-up and forgotten passwords are rare, so their code loads on demand.
const fallback = <FormSpinner />;
const ForgotCard = lazyPart(async () => (await import('./forgot-card.tsx')).ForgotCard, { fallback });
const CompanyCard = lazyPart(async () => (await import('./company-card.tsx')).CompanyCard, { fallback });
const NumberCard = lazyPart(async () => (await import('./number-card.tsx')).NumberCard, { fallback });
const RegisterForm = lazyPart(async () => (await import('./register-form.tsx')).RegisterForm, { fallback });

export function Component() {
  const { t } = useTranslation('auth');
  const { mode, next, searchFor } = useMode();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<TypedValues>({});
  useFocusOnNewForm(mode);
  // On the page that came with the form in it.
  useEffect(pressAgain, []);
  const poster = posterIn(next);
  useEffect(() => {
    if (poster) rememberPoster(poster);
  }, [poster]);

  const returnToLogin = () => {
    // The password to enter is the one from the mail.
    setTyped((before) => ({ ...before, password: '' }));
    void navigate({ search: searchFor('login') }, { replace: true });
  };

  if (mode === 'forgot') {
    return (
      <ForgotCard
        typed={typed}
        setTyped={setTyped}
        onSent={returnToLogin}
        loginAddress={{ search: searchFor('login') }}
      />
    );
  }
  const posterNote = poster && mode !== 'register' && <PosterLocation code={poster} />;
  if (mode === 'number' || mode === 'company') {
    const loginAddress = { search: searchFor('login') };
    return (
      <div className="flex w-full flex-col gap-4">
        {posterNote}
        {mode === 'number' ? (
          <NumberCard loginAddress={loginAddress} />
        ) : (
          <CompanyCard loginAddress={loginAddress} />
        )}
      </div>
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-4 lg:max-w-none">
      {posterNote}
      <PageHeader title={t(`${mode}.title`)} />
      <Tabs
        label={t('tabs.label')}
        tabs={[
          { value: 'login', label: t('tabs.login') },
          { value: 'register', label: t('tabs.register') },
        ]}
        value={mode}
        onValueChange={(value) => void navigate({ search: searchFor(value) })}
      >
        {mode === 'register' ? (
          <RegisterForm typed={typed} setTyped={setTyped} />
        ) : (
          <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-2">
            <LoginForm
              typed={typed}
              setTyped={setTyped}
              forgotAddress={{ search: searchFor('forgot') }}
              numberAddress={{ search: searchFor('number') }}
              companyAddress={{ search: searchFor('company') }}
            />
            <AccountsNote />
          </div>
        )}
      </Tabs>
    </div>
  );
}

/** Where somebody is who has scanned a poster and signs in first. */
function PosterLocation({ code }: { code: string }) {
  const { t } = useTranslation('auth');
  const { data } = useQuery(query('getPosterLocation', { query: { code } }));
  return (
    data && (
      <Alert title={data.name} className="mx-auto w-full max-w-md lg:mx-0">
        {t('poster')}
      </Alert>
    )
  );
}

function FormSpinner() {
  const { t } = useTranslation();
  return <Spinner size="large" label={t('loading')} />;
}

/** The mode is in the URL, so that links and the back button work; `next` is kept. */
function useMode() {
  const [query] = useSearchParams();
  const mode = signInModeOf(query, rememberedWayIn());
  const searchFor = (other: SignInMode) => {
    const search = new URLSearchParams(query);
    search.set('mode', other);
    return `?${search}`;
  };
  return { mode, next: query.get('next'), searchFor };
}

/** The link to the other form was removed with its form: the focus moves to the heading. */
function useFocusOnNewForm(mode: SignInMode) {
  const before = useRef(mode);
  useEffect(() => {
    if (before.current === mode) return;
    before.current = mode;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [mode]);
}

function AccountsNote() {
  const { t } = useTranslation('auth');
  return (
    <aside className="flex flex-col gap-6 border-hairline border-t pt-6 lg:rounded-lg lg:border lg:bg-surface lg:p-8">
      <Mark className="hidden size-16 lg:block" />
      <div>
        <h2 className="font-semibold">{t('login.employees')}</h2>
        <p className="text-ink-muted">{t('login.employeesText')}</p>
      </div>
      <div>
        <h2 className="font-semibold">{t('login.companies')}</h2>
        <p className="text-ink-muted">{t('login.companiesText', { days: TRIAL_DAYS })}</p>
      </div>
    </aside>
  );
}
