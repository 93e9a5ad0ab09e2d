import type { UseFormRegisterReturn } from 'react-hook-form';
import { LOCALES } from '#domain/languages.ts';
import { PLAN_IDS, PLANS, type PlanId, TRIAL_DAYS } from '#domain/plans.ts';
import { useSetUser } from '#web/api/auth.ts';
import { useCall } from '#web/api/use-call.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { PasswordField } from './password-field.tsx';
import { type TypedProps, useTypedValues } from './typed-values.ts';

const EMPTY = {
  firstName: '',
  lastName: '',
  companyName: '',
  companyRegistrationNo: '',
  phone: '',
  email: '',
  password: '',
  confirmPassword: '',
  subscriptionPlan: 'starter',
} as const;

export function RegisterForm({ typed, setTyped }: TypedProps) {
  const { t } = useTranslation(['sign-up', 'auth', 'common']);
  const { toast } = useToast();
  const language = useLanguage();
  const { mutateAsync: createCompany } = useCall('registerCompany', {
    handlesErrors: true,
    onSuccess: useSetUser(),
  });
  const form = useSchemaForm('registerCompany', { defaultValues: { ...EMPTY, ...typed } });
  const showError = useFormError(form, t('failed'), { toastsFieldErrors: true });
  useTypedValues(form, setTyped);
  const { register } = form;
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit((values) =>
    createCompany({ body: { ...values, timezone: deviceTimeZone(), language } }).then(
      () => toast({ title: t('success'), description: t('successText'), tone: 'success' }),
      showError,
    ),
  );

  return (
    <form noValidate onSubmit={submit} className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-2">
      <div className="grid gap-4 sm:grid-cols-2 sm:*:col-span-2">
        <Field label={t('firstName')} error={errors.firstName?.message} className="sm:col-span-1!">
          <Input autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field label={t('lastName')} error={errors.lastName?.message} className="sm:col-span-1!">
          <Input autoComplete="family-name" {...register('lastName')} />
        </Field>
        <Field label={t('companyName')} error={errors.companyName?.message}>
          <Input autoComplete="organization" {...register('companyName')} />
        </Field>
        <Field
          label={t('companyRegistrationNo')}
          aside={t('common:optional')}
          error={errors.companyRegistrationNo?.message}
          className="lg:col-span-1!"
        >
          <Input autoComplete="off" {...register('companyRegistrationNo')} />
        </Field>
        <Field
          label={t('phone')}
          aside={t('common:optional')}
          error={errors.phone?.message}
          className="lg:col-span-1!"
        >
          <Input type="tel" autoComplete="tel" {...register('phone')} />
        </Field>
        <Field label={t('auth:email')} error={errors.email?.message}>
          <Input type="email" autoComplete="username" {...register('email')} />
        </Field>
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
      </div>
      <div className="flex flex-col gap-4 lg:sticky lg:top-24">
        <RadioCards
          className="*:[legend]:w-full"
          legend={
            <span className="flex flex-wrap items-center justify-between gap-2">
              {t('plan')}
              <Badge tone="brand">{t('trial', { days: TRIAL_DAYS })}</Badge>
            </span>
          }
        >
          {PLAN_IDS.map((plan) => (
            <PlanCard key={plan} plan={plan} {...register('subscriptionPlan')} />
          ))}
        </RadioCards>
        <p className="text-ink-muted text-sm">{t('planHint')}</p>
        <Button type="submit" size="large" pending={isSubmitting} className="mt-2">
          {t(isSubmitting ? 'pending' : 'submit')}
        </Button>
        <Terms />
      </div>
    </form>
  );
}

function PlanCard({ plan, ...input }: { plan: PlanId } & UseFormRegisterReturn) {
  const { t } = useTranslation('sign-up');
  const { name, price, maxLocations, maxEmployees } = PLANS[plan];
  const inEuros = new Intl.NumberFormat(LOCALES[useLanguage()], {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
  });
  return (
    <RadioCard
      {...input}
      value={plan}
      title={name}
      text={t('limits', {
        locations: t('locations', { count: maxLocations }),
        employees: t('employees', { count: maxEmployees }),
      })}
      aside={t('price', { price: inEuros.format(price) })}
    />
  );
}

/** Opens in a new tab: leaving the form would lose its input. */
function Terms() {
  const { t } = useTranslation('sign-up');
  const pathTo = usePathTo();
  const [before, terms, between, privacy, after] = t('terms').split(/<\/?(?:terms|privacy)>/);
  return (
    <p className="text-ink-muted text-sm">
      {before}
      <TextLink href={pathTo('terms')} target="_blank">
        {terms}
      </TextLink>
      {between}
      <TextLink href={pathTo('privacy')} target="_blank">
        {privacy}
      </TextLink>
      {after}
    </p>
  );
}

/** The device's IANA time zone; undefined if the browser hides it, often as "UTC". */
function deviceTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^(?!Etc\/)\w+\//.test(timeZone ?? '') ? timeZone : undefined;
}
