import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import type { CurrentUser } from '#contract/auth.ts';
import type { EndpointInput, EndpointResponse } from '#contract/index.ts';
import type { WayIn } from '#contract/invitations.ts';
import { formatCompanyCode } from '#domain/company-code.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { switchLanguage } from '#domain/paths.ts';
import { query } from '#web/call/query.ts';
import { ApiError, request } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSetUser } from '#web/call/user.ts';
import { rememberWayIn } from '#web/call/way-in.ts';
import { type SchemaForm, useSurroundingForm } from '#web/forms/fields.tsx';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { changeLanguage } from '#web/i18n/i18n.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { locationOfCodeQuery } from '#web/recording/location-of-code.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CentredCard } from './centred-card.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { forgetPoster, scannedPoster } from './scanned-poster.ts';
import { useTokenOfAddress } from './use-token-of-address.ts';

type Invitation = EndpointResponse<'getInvitation'>;

/** Survives a reload and a change of language, which the address without the token would not. */
const STORED_AS = 'maina_invitation';

function useInvitationToken(): string {
  const given = useTokenOfAddress();
  const [token] = useState(() => given || sessionStorage.getItem(STORED_AS) || '');
  useEffect(() => sessionStorage.setItem(STORED_AS, token), [token]);
  return token;
}

/** The link that an administrator handed over: the person chooses how to sign in, once, and begins to work. */
export function Component() {
  const { t } = useTranslation(['invitation', 'common']);
  const token = useInvitationToken();
  const result = useQuery({ ...query('getInvitation', { params: { token } }), enabled: token !== '' });
  const [joined, setJoined] = useState<CurrentUser>();
  const finish = (user: CurrentUser) => {
    sessionStorage.removeItem(STORED_AS);
    setJoined(user);
  };
  if (joined) return <Joined user={joined} />;
  const unusable = <Unusable />;
  if (token === '') return unusable;
  return (
    <Loaded
      query={result}
      missing={unusable}
      withAge={false}
      className="mx-auto w-full max-w-md"
      skeleton={<Skeleton className="h-96" />}
    >
      {(invitation) => (
        <CentredCard
          title={t('title', { name: invitation.firstName })}
          text={t('text', { company: invitation.companyName })}
        >
          <LanguageSelect />
          <Choice token={token} invitation={invitation} onJoined={finish} />
        </CentredCard>
      )}
    </Loaded>
  );
}

function Unusable() {
  const { t } = useTranslation('invitation');
  const pathTo = usePathTo();
  return (
    <CentredCard title={t('invalidTitle')} text={t('invalidText')}>
      <Button asChild size="large">
        <Link to={pathTo('auth')}>{t('signIn')}</Link>
      </Button>
    </CentredCard>
  );
}

/** Beside the page's menu, which people who cannot read the page would not find. */
function LanguageSelect() {
  const { t } = useTranslation(['nav', 'common']);
  const { toast } = useToast();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const choose = async (text: string) => {
    const language = LANGUAGES.find((known) => known === text);
    if (!language) return;
    try {
      await changeLanguage(language);
    } catch {
      const description = t('common:networkError');
      return toast({ title: t('common:loadFailed'), description, tone: 'destructive' });
    }
    await navigate(switchLanguage(pathname, language), { replace: true });
  };
  return (
    <Field label={t('language')}>
      <Select
        value={useLanguage()}
        onChange={(event) => void choose(event.target.value)}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
      />
    </Field>
  );
}

/** Accepts with a passkey that is created on the device. The error is an `ApiError`, or the browser's own. */
function useAcceptWithPasskey(token: string) {
  return useMutation({
    mutationFn: async (body: Omit<EndpointInput<'acceptWithPasskey'>['body'], 'credential'>) => {
      const { startRegistration } = await import('@simplewebauthn/browser');
      const optionsJSON = await request('beginInvitedPasskey', { params: { token } });
      const credential = await startRegistration({ optionsJSON });
      return request('acceptWithPasskey', { params: { token }, body: { ...body, credential } });
    },
    onSuccess: useSetUser(),
    meta: { handlesErrors: true },
  });
}

type ChoiceProps = { token: string; invitation: Invitation; onJoined: (user: CurrentUser) => void };

function Choice({ token, invitation, onJoined }: ChoiceProps) {
  const { t } = useTranslation('invitation');
  const ways = invitation.ways.filter((way) => way !== 'passkey' || 'PublicKeyCredential' in window);
  const [way, setWay] = useState<WayIn>(ways[0] ?? 'password');
  const Form = FORMS[way];
  const form = <Form token={token} invitation={invitation} onJoined={onJoined} />;
  if (ways.length === 1) return form;
  return (
    <Tabs
      label={t('how')}
      tabs={ways.map((value) => ({ value, label: t(`ways.${value}`) }))}
      value={way}
      onValueChange={setWay}
    >
      {form}
    </Tabs>
  );
}

const CODE_INPUT = { autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false } as const;
const FORMS = { password: PasswordChoice, passkey: PasskeyChoice, pin: PinChoice };

/** What was refused, and whether the second factor is asked for. */
function useRefusal(onError: (error: Error) => void) {
  const [needsCode, setNeedsCode] = useState(false);
  const showError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'second_factor_required') setNeedsCode(true);
    else onError(error);
  };
  return { needsCode, showError };
}

type WayFormProps<Values extends FieldValues, Body> = {
  form: SchemaForm<Values, Body>;
  onSend: (body: Body) => Promise<CurrentUser>;
  onJoined: (user: CurrentUser) => void;
  children: ReactNode;
};

/** The fields of a way to sign in, the code of who has a second factor, and the button. */
function WayForm<Values extends FieldValues, Body>({
  form,
  onSend,
  onJoined,
  children,
}: WayFormProps<Values, Body>) {
  const { t } = useTranslation('invitation');
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { needsCode, showError } = useRefusal(onError);
  const submit = (body: Body) => {
    clearRefusal();
    return onSend(body).then(onJoined, showError);
  };
  return (
    <PageForm form={form} onSubmit={submit} className="flex flex-col gap-4">
      {children}
      {needsCode && <CodeField />}
      <FormError>{refusal}</FormError>
      <Button type="submit" size="large" pending={form.formState.isSubmitting} className="mt-2">
        {t('submit')}
      </Button>
    </PageForm>
  );
}

function PasswordChoice({ token, invitation, onJoined }: ChoiceProps) {
  const { t } = useTranslation(['invitation', 'auth']);
  const language = useLanguage();
  const { mutateAsync: accept } = useCall('acceptInvitation', {
    handlesErrors: true,
    onSuccess: useSetUser(),
  });
  const form = useSchemaForm(
    'acceptInvitation',
    { defaultValues: { password: '', confirmPassword: '', code: '' } },
    ({ code, ...typed }: { password: string; confirmPassword: string; code: string }) => ({
      ...typed,
      language,
      ...(code && { code }),
    }),
  );
  return (
    <WayForm form={form} onSend={(body) => accept({ params: { token }, body })} onJoined={onJoined}>
      {/* Tells password managers whose password this is. */}
      <input
        type="text"
        autoComplete="username"
        value={invitation.email ?? fullName(invitation)}
        readOnly
        hidden
      />
      <NewPasswordFields name="password" label={t('auth:password')} />
    </WayForm>
  );
}

function PinChoice({ token, onJoined }: ChoiceProps) {
  const { t } = useTranslation('invitation');
  const language = useLanguage();
  const { mutateAsync: accept } = useCall('acceptWithPin', { handlesErrors: true, onSuccess: useSetUser() });
  const form = useSchemaForm(
    'acceptWithPin',
    { defaultValues: { pin: '', code: '' } },
    ({ pin, code }: { pin: string; code: string }) => ({ pin, language, ...(code && { code }) }),
  );
  return (
    <WayForm form={form} onSend={(body) => accept({ params: { token }, body })} onJoined={onJoined}>
      <form.PasswordField
        name="pin"
        label={t('pinLabel')}
        hint={t('pinHint')}
        inputMode="numeric"
        autoComplete="new-password"
      />
    </WayForm>
  );
}

function PasskeyChoice({ token, onJoined }: ChoiceProps) {
  const { t } = useTranslation(['invitation', 'auth-steps']);
  const language = useLanguage();
  const [code, setCode] = useState('');
  const { mutate: accept, isPending, error } = useAcceptWithPasskey(token);
  const { needsCode, showError } = useRefusal(() => undefined);
  const refusal = error instanceof ApiError ? error.message : error && t('passkeyStopped');
  const create = () =>
    accept(
      { name: t('passkeyName'), language, ...(code && { code }) },
      { onSuccess: onJoined, onError: showError },
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-muted">{t('passkeyText')}</p>
      {needsCode && (
        <Field label={t('auth-steps:code.label')} hint={t('auth-steps:code.hint')}>
          <Input value={code} onChange={({ target }) => setCode(target.value)} {...CODE_INPUT} />
        </Field>
      )}
      <FormError>{refusal}</FormError>
      <Button size="large" pending={isPending} onClick={create}>
        {t('passkeySubmit')}
      </Button>
    </div>
  );
}

function CodeField() {
  const { t } = useTranslation('auth-steps');
  const form = useSurroundingForm<{ code: string }>();
  return <form.TextField name="code" label={t('code.label')} hint={t('code.hint')} {...CODE_INPUT} />;
}

/** Ends at the poster with which the person began, if they did. Somebody without an e-mail address is told how to sign in again. */
function Joined({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('invitation');
  const pathTo = usePathTo();
  const [poster] = useState(scannedPoster);
  const { data: location } = useQuery({ ...locationOfCodeQuery(poster ?? ''), enabled: poster !== null });
  const { email, personalNumber, company } = user;
  useEffect(() => {
    forgetPoster();
    if (email === null && personalNumber) rememberWayIn('number', company.code);
    // The form was removed, and with it the focused button.
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [email, personalNumber, company.code]);
  const facts = personalNumber
    ? [
        [t('companyCode'), formatCompanyCode(company.code)],
        [t('personalNumber'), personalNumber],
      ]
    : [];
  if (facts.length === 0 && !poster) return <Navigate replace to={pathTo('auth')} />;
  return (
    <CentredCard title={t('joinedTitle')} text={t(facts.length > 0 ? 'joinedKeep' : 'joinedText')}>
      {facts.length > 0 && (
        <dl className="grid gap-3">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-ink-muted text-sm">{label}</dt>
              <dd className="figures font-semibold text-xl">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button asChild size="large">
        <Link to={poster ? `${pathTo('timeTracking')}?code=${poster}` : pathTo('auth')} replace>
          {location ? t('checkInAt', { location: location.name }) : t('continue')}
        </Link>
      </Button>
    </CentredCard>
  );
}
