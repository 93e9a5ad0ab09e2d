import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import type { CurrentUser } from '#contract/auth.ts';
import type { EndpointResponse } from '#contract/index.ts';
import type { WayIn } from '#contract/invitations.ts';
import { formatCompanyCode } from '#domain/company-code.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { switchLanguage } from '#domain/paths.ts';
import { invitationQuery, useAcceptInvitation, useAcceptWithPasskey } from '#web/api/invitations.ts';
import { locationOfCodeQuery } from '#web/api/location-of-code.ts';
import { ApiError } from '#web/api/request.ts';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { changeLanguage } from '#web/i18n/i18n.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CentredCard } from './centred-card.tsx';
import { PasswordField } from './password-field.tsx';
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
  const query = useQuery({ ...invitationQuery(token), enabled: token !== '' });
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
      query={query}
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

/** Beside the menu of the page, which somebody who cannot read the page would not find. */
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
      <Select value={useLanguage()} onChange={(event) => void choose(event.target.value)}>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type ChoiceProps = { token: string; invitation: Invitation; onJoined: (user: CurrentUser) => void };

const EMPTY = { password: '', confirmPassword: '', code: '' };

function Choice({ token, invitation, onJoined }: ChoiceProps) {
  const { t } = useTranslation(['invitation', 'auth', 'auth-steps', 'account']);
  const language = useLanguage();
  const ways = invitation.ways.filter((way) => way !== 'passkey' || 'PublicKeyCredential' in window);
  const [way, setWay] = useState<WayIn>(ways[0] ?? 'password');
  const [needsCode, setNeedsCode] = useState(false);
  const { mutateAsync: accept } = useAcceptInvitation(token);
  const { mutate: acceptWithPasskey, isPending: isCreating } = useAcceptWithPasskey(token);
  const form = useSchemaForm('acceptInvitation', { defaultValues: EMPTY }, (typed: typeof EMPTY) => {
    const { code, password, confirmPassword } = typed;
    return { password, confirmPassword, language, ...(code && { code }) };
  });
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { register, formState, getValues } = form;
  const { errors, isSubmitting } = formState;

  const showError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'second_factor_required') return setNeedsCode(true);
    onError(error instanceof ApiError ? error : new ApiError(0, undefined, t('passkeyStopped')));
  };
  const submit = form.handleSubmit((body) => {
    clearRefusal();
    return accept(body).then(onJoined, showError);
  });
  const createPasskey = () => {
    clearRefusal();
    const { code } = getValues();
    acceptWithPasskey(
      { name: t('passkeyName'), language, ...(code && { code }) },
      { onSuccess: onJoined, onError: showError },
    );
  };

  const codeField = needsCode && (
    <Field label={t('auth-steps:code.label')} hint={t('auth-steps:code.hint')} error={errors.code?.message}>
      <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...register('code')} />
    </Field>
  );
  const panel =
    way === 'passkey' ? (
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted">{t('passkeyText')}</p>
        {codeField}
        <Button size="large" pending={isCreating} onClick={createPasskey}>
          {t('passkeySubmit')}
        </Button>
      </div>
    ) : (
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {/* Tells password managers whose password this is. */}
        <input
          type="text"
          autoComplete="username"
          value={invitation.email ?? fullName(invitation)}
          readOnly
          hidden
        />
        <PasswordField
          label={t('auth:password')}
          hint={t('auth:passwordHint')}
          error={errors.password?.message}
          autoComplete="new-password"
          {...register('password', { deps: 'confirmPassword' })}
        />
        <PasswordField
          label={t('auth:confirmPassword')}
          error={errors.confirmPassword?.message}
          autoComplete="new-password"
          {...register('confirmPassword')}
        />
        {codeField}
        <Button type="submit" size="large" pending={isSubmitting} className="mt-2">
          {t('submit')}
        </Button>
      </form>
    );
  return (
    <>
      <FormError>{refusal}</FormError>
      {ways.length === 1 ? (
        panel
      ) : (
        <Tabs
          label={t('how')}
          tabs={ways.map((value) => ({ value, label: t(`ways.${value}`) }))}
          value={way}
          onValueChange={(value) => {
            clearRefusal();
            setWay(value);
          }}
        >
          {panel}
        </Tabs>
      )}
    </>
  );
}

/** Ends at the poster with which the person began, if they did. Somebody without an e-mail address is told how to sign in again. */
function Joined({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('invitation');
  const pathTo = usePathTo();
  const [poster] = useState(scannedPoster);
  const { data: location } = useQuery({ ...locationOfCodeQuery(poster ?? ''), enabled: poster !== null });
  useEffect(() => {
    forgetPoster();
    // The form was removed, and with it the focused button.
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, []);
  if (user.email && !poster) return <Navigate replace to={pathTo('auth')} />;
  return (
    <CentredCard title={t('joinedTitle')} text={t(user.email ? 'joinedText' : 'joinedKeep')}>
      {!user.email && (
        <dl className="grid gap-3">
          <div>
            <dt className="text-ink-muted text-sm">{t('companyCode')}</dt>
            <dd className="figures font-semibold text-xl">{formatCompanyCode(user.company.code)}</dd>
          </div>
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
