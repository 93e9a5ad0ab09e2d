import type { UseFormRegisterReturn } from 'react-hook-form';
import type { EndpointInput } from '#contract/index.ts';
import { LOCALES } from '#domain/languages.ts';
import { PLAN_IDS, PLANS, type PlanId, TRIAL_DAYS } from '#domain/plans.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSetUser } from '#web/call/user.ts';
import { useFormError, useSchemaForm } from '#web/forms/form.ts';
import { PageForm } from '#web/forms/page-form.tsx';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
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
  const { isSubmitting } = form.formState;

  const submit = (values: EndpointInput<'registerCompany'>['body']) =>
    createCompany({ body: { ...values, timezone: deviceTimeZone(), language } }).then(
      () => toast({ title: t('success'), description: t('successText'), tone: 'success' }),
      showError,
    );

  return (
    <PageForm form={form} onSubmit={submit} className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-2">
      <div className="grid gap-4 sm:grid-cols-2 sm:*:col-span-2">
        <form.TextField
          name="firstName"
          label={t('firstName')}
          className="sm:col-span-1!"
          autoComplete="given-name"
        />
        <form.TextField
          name="lastName"
          label={t('lastName')}
          className="sm:col-span-1!"
          autoComplete="family-name"
        />
        <form.TextField name="companyName" label={t('companyName')} autoComplete="organization" />
        <form.TextField
          name="companyRegistrationNo"
          label={t('companyRegistrationNo')}
          isOptional
          className="lg:col-span-1!"
        />
        <form.TextField
          name="phone"
          label={t('phone')}
          isOptional
          className="lg:col-span-1!"
          type="tel"
          autoComplete="tel"
        />
        <form.TextField name="email" label={t('auth:email')} type="email" autoComplete="username" />
        <NewPasswordFields name="password" label={t('auth:password')} />
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
            <PlanCard key={plan} plan={plan} {...form.register('subscriptionPlan')} />
          ))}
        </RadioCards>
        <p className="text-ink-muted text-sm">{t('planHint')}</p>
        <Button type="submit" size="large" pending={isSubmitting} className="mt-2">
          {t(isSubmitting ? 'pending' : 'submit')}
        </Button>
        <Terms />
      </div>
    </PageForm>
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
