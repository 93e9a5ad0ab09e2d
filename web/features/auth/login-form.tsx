import { type FormEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Link, type To } from 'react-router';
import { ApiError, isShownElsewhere } from '#web/call/request.ts';
import { useLogin, usePasskeySignIn } from '#web/call/user.ts';
import { useBodyCheck } from '#web/forms/body-check.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { holdReload } from '#web/reload/reload-guard.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { TypedProps } from './typed-values.ts';

const CodeForm = lazyPart(async () => (await import('./code-form.tsx')).CodeForm);

type Name = 'email' | 'password';
type Errors = Partial<Record<Name, string>>;

/** Nearly every browser can: the page is rendered for these before its code is there. */
const useCanUsePasskeys = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => 'PublicKeyCredential' in window,
    () => true,
  );

const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return { email: String(data.get('email')), password: String(data.get('password')) };
};

/** The first message for each field. */
const errorsOf = (issues: readonly { message: string; path?: unknown }[]): Errors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path), message]));

/** Signs in by password or passkey. A plain form: the form library is a tenth of everybody's first page. */
export function LoginForm({
  typed,
  setTyped,
  forgotAddress,
  numberAddress,
  companyAddress,
}: TypedProps & { forgotAddress: To; numberAddress: To; companyAddress: To }) {
  const { t } = useTranslation('auth');
  const { toast } = useToast();
  const [accepted, setAccepted] = useState<{ email: string; password: string }>();
  const [errors, setErrors] = useState<Errors>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  const isSubmitted = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const canUsePasskeys = useCanUsePasskeys();
  const check = useBodyCheck('login');
  const { mutateAsync: login } = useLogin();
  const { mutate: startPasskey, isPending } = usePasskeySignIn();
  const isTyped = Boolean(typed.email || typed.password);
  useEffect(() => (isTyped ? holdReload() : undefined), [isTyped]);

  // What was typed and sent before the code was there (web/public/theme.js).
  const takeOver = useEffectEvent((form: HTMLFormElement) => {
    const values = valuesOf(form);
    if (values.email || values.password) setTyped((before) => ({ ...before, ...values }));
    if (form.dataset.waits === undefined) return;
    delete form.dataset.waits;
    form.requestSubmit();
  });
  useEffect(() => {
    if (element.current) takeOver(element.current);
  }, []);

  const show = (form: HTMLFormElement, found: Errors) => {
    setErrors(found);
    const first = (['email', 'password'] as const).find((name) => found[name]);
    const field = first && form.elements.namedItem(first);
    if (field instanceof HTMLInputElement) field.focus();
  };

  const readForm = async ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    const values = valuesOf(form);
    setTyped((before) => ({ ...before, ...values }));
    if (!isSubmitted.current) return;
    const { issues = [] } = await check(values);
    const now = valuesOf(form);
    // Somebody may have gone on typing meanwhile.
    if (now.email === values.email && now.password === values.password) setErrors(errorsOf(issues));
  };

  // The route guard redirects once the person is signed in.
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSubmitting) return;
    isSubmitted.current = true;
    setIsSubmitting(true);
    const values = valuesOf(form);
    const checked = await check(values);
    if (checked.issues) show(form, errorsOf(checked.issues));
    else await login({ body: checked.value }).catch((error) => showRefusal(form, values, error));
    setIsSubmitting(false);
  };

  const showRefusal = (
    form: HTMLFormElement,
    values: { email: string; password: string },
    error: unknown,
  ) => {
    const known = error instanceof ApiError ? error : undefined;
    if (known?.code === 'second_factor_required') return setAccepted(values);
    if (known && isShownElsewhere(known)) return;
    if (known?.code === 'invalid_credentials') show(form, { password: known.message });
    const ours = known?.issues.filter(({ path }) => path === 'email' || path === 'password') ?? [];
    if (ours.length > 0) show(form, errorsOf(ours));
    if (ours.length > 0 && ours.length === known?.issues.length) return;
    const description = known?.message ?? t('common:unexpectedError');
    toast({ title: t('login.failed'), description, tone: 'destructive' });
  };

  const signInWithPasskey = () =>
    startPasskey(undefined, {
      onError: (error) => {
        const description = error instanceof ApiError ? error.message : t('login.passkeyStopped');
        toast({ title: t('login.failed'), description, tone: 'destructive' });
      },
    });

  if (accepted) return <CodeForm credentials={accepted} onBack={() => setAccepted(undefined)} />;
  return (
    <form
      ref={element}
      // Sent without the code, the password must not become part of an address.
      method="post"
      noValidate
      onSubmit={submit}
      onInput={readForm}
      className="group flex flex-col gap-4"
    >
      <Field label={t('email')} error={errors.email}>
        <Input type="email" name="email" autoComplete="username" defaultValue={typed.email} />
      </Field>
      <Field label={t('password')} error={errors.password}>
        <PasswordInput
          showLabel={t('common:showPassword')}
          hideLabel={t('common:hidePassword')}
          name="password"
          autoComplete="current-password"
          defaultValue={typed.password}
        />
      </Field>
      <div className="mt-2 flex flex-col gap-1">
        <Button
          type="submit"
          size="large"
          pending={isSubmitting}
          className="group-data-waits:cursor-progress group-data-waits:opacity-80"
        >
          {t(isSubmitting ? 'login.pending' : 'login.submit')}
        </Button>
        {canUsePasskeys && (
          <Button variant="secondary" className="mt-2" pending={isPending} onClick={signInWithPasskey}>
            {t('login.withPasskey')}
          </Button>
        )}
        <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
          <Link to={forgotAddress}>{t('login.forgot')}</Link>
        </TextLink>
        <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
          <Link to={numberAddress}>{t('login.withNumber')}</Link>
        </TextLink>
        <TextLink asChild className="inline-flex min-h-11 items-center self-center px-2">
          <Link to={companyAddress}>{t('login.withCompany')}</Link>
        </TextLink>
      </div>
    </form>
  );
}
