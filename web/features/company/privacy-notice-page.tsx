import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { PrivacyFacts } from '#contract/privacy.ts';
import { dateIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { query } from '#web/call/query.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { CopyButton } from '#web/forms/copy-button.tsx';
import { loadTranslator, type Translate } from '#web/i18n/i18n.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { PaperLanguage } from '#web/i18n/paper-language.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { dateText } from '#web/time/date-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Paper } from '#web/ui/paper.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const AREA = 'privacy-notice';

/** `t` for the notice, whose language may differ from the screen's. */
const noticeTextsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['notice-texts', language],
    queryFn: () => loadTranslator(language, AREA),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

/** A privacy notice for employees (GDPR Art. 13), to print and to copy. */
export function Component() {
  const { t } = useTranslation(AREA);
  const pathTo = usePathTo();
  // The notice is in the company's language by default, not this administrator's.
  const [language, setLanguage] = useState(useUser().company.language);
  const loaded = joinQueries(useQuery(query('getPrivacyFacts')), useQuery(noticeTextsQuery(language)));
  const notice = useRef<HTMLElement>(null);
  return (
    <div className="min-h-dvh pb-8 print:min-h-0 print:bg-white print:pb-0">
      <Paper margin="15mm" />
      <header className="mx-auto flex w-full max-w-[210mm] flex-wrap items-center gap-3 px-4 py-4 print:hidden">
        <Button asChild variant="secondary" className="mr-auto">
          <Link to={pathTo('settingsData')}>
            <ArrowLeft className="size-5" aria-hidden="true" />
            {t('back')}
          </Link>
        </Button>
        <PaperLanguage label={t('language')} value={language} onChange={setLanguage} />
        <CopyButton
          variant="secondary"
          text={() => notice.current?.innerText ?? ''}
          disabled={!loaded.data}
          className="grow sm:grow-0"
        >
          {t('copy')}
        </CopyButton>
        <Button
          icon={<Printer className="size-5" aria-hidden="true" />}
          disabled={!loaded.data}
          onClick={() => print()}
          className="grow sm:grow-0"
        >
          {t('print')}
        </Button>
      </header>
      <main className="mx-auto w-full max-w-[210mm] px-4 print:max-w-none print:px-0">
        <h1 tabIndex={-1} className="sr-only print:hidden">
          {t('title')}
        </h1>
        <Loaded query={loaded} withAge={false} skeleton={<Skeleton className="aspect-210/297" />}>
          {([known, words]) => (
            <>
              <Alert title={t('hintTitle')} className="mb-4 print:hidden">
                {t('hint')}
              </Alert>
              <Notice ref={notice} facts={known} language={language} t={words} />
            </>
          )}
        </Loaded>
      </main>
    </div>
  );
}

/** Countries whose laws the notice names; for others it names none. */
const COUNTRIES = { 'Europe/Riga': 'LV', 'Europe/Vilnius': 'LT', 'Europe/Warsaw': 'PL' } as const;
const countryOf = (timeZone: string) =>
  Object.entries(COUNTRIES).find(([zone]) => zone === timeZone)?.[1] ?? '';

type NoticeProps = {
  ref: Ref<HTMLElement>;
  facts: PrivacyFacts;
  language: Language;
  t: Translate<typeof AREA>;
};

function Notice({ ref, facts, language, t }: NoticeProps) {
  const { company, operator, hosting, mailHost, languageModelHost, retentionYears, retentionFrom } = facts;
  const { programs, webhookHosts, signInHost } = facts;
  const country = countryOf(company.timezone);
  const date = dateText(dateIn(serverNow(), company.timezone), language);
  return (
    <article
      ref={ref}
      lang={language}
      className="border border-hairline bg-white p-[16mm] text-black leading-normal max-sm:p-4 print:border-0 print:p-0 print:text-sm"
    >
      <h2 className="hyphens-auto font-bold text-2xl leading-tight">{t('heading')}</h2>
      <p className="mt-1">{t('intro')}</p>
      <div className="mt-6 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party title={t('fields.employer')} party={company} phone={company.phone} t={t} />
        <Party title={t('fields.operator')} party={operator} t={t} />
      </div>
      <Section title={t('sections.what.title')}>
        {(
          [
            'account',
            'times',
            'flags',
            'badges',
            'corrections',
            'schedule',
            'reports',
            'messages',
            'sessions',
            'network',
          ] as const
        ).map((item) => (
          <li key={item}>{t(`sections.what.items.${item}`)}</li>
        ))}
      </Section>
      <Section title={t('sections.not.title')}>
        {(['position', 'body', 'pictures', 'else'] as const).map((item) => (
          <li key={item}>{t(`sections.not.items.${item}`)}</li>
        ))}
      </Section>
      <Section title={t('sections.why.title')}>
        {([`duty${country}`, 'pay', 'work', 'security', 'must'] as const).map((item) => (
          <li key={item}>{t(`sections.why.items.${item}`)}</li>
        ))}
      </Section>
      <Section title={t('sections.who.title')}>
        {(['you', 'administrators', 'managers', 'accountants', 'colleagues'] as const).map((item) => (
          <li key={item}>{t(`sections.who.items.${item}`)}</li>
        ))}
        {programs && <li>{t(`sections.who.items.programs_${programs}`)}</li>}
        {webhookHosts.length > 0 && (
          <li>{t('sections.who.items.webhooks', { hosts: webhookHosts.join(', ') })}</li>
        )}
        {signInHost && <li>{t('sections.who.items.signIn', { host: signInHost })}</li>}
        <li>{t('sections.who.items.push')}</li>
        <li>{t('sections.who.items.authorities')}</li>
      </Section>
      <Section title={t('sections.processors.title')}>
        <li>{t('sections.processors.items.operator', { name: operator.name })}</li>
        <li>
          {hosting
            ? t('sections.processors.items.hosting', { hosting })
            : t('sections.processors.items.hostingUnknown', { email: operator.email })}
        </li>
        {mailHost && <li>{t('sections.processors.items.mail', { host: mailHost })}</li>}
        <li>
          {languageModelHost
            ? t('sections.processors.items.model', { host: languageModelHost })
            : t('sections.processors.items.noModel')}
        </li>
        <li>{t('sections.processors.items.payment')}</li>
      </Section>
      <Section title={t('sections.howLong.title')}>
        <li>{t(`sections.howLong.items.${retentionFrom}`, { count: retentionYears })}</li>
        {(['name', 'account', 'sessions', 'company'] as const).map((item) => (
          <li key={item}>{t(`sections.howLong.items.${item}`)}</li>
        ))}
      </Section>
      <Section title={t('sections.rights.title')}>
        {(['access', 'correct', 'erase', 'object', `complain${country}`] as const).map((item) => (
          <li key={item}>{t(`sections.rights.items.${item}`)}</li>
        ))}
      </Section>
      <p className="mt-8 text-sm">{t('asOf', { date })}</p>
    </article>
  );
}

type PartyProps = {
  title: string;
  party: PrivacyFacts['operator'];
  phone?: string | null;
  t: NoticeProps['t'];
};

function Party({ title, party: { name, registrationNo, address, email }, phone, t }: PartyProps) {
  const facts = [
    [t('fields.registrationNo'), registrationNo],
    [t('fields.address'), address],
    [t('fields.phone'), phone],
    [t('fields.email'), email],
  ].filter(([, value]) => value);
  return (
    <section className="wrap-anywhere min-w-0">
      <h3 className="text-sm">{title}</h3>
      <p className="font-semibold">{name}</p>
      {facts.map(([label, value]) => (
        <p key={label} className="text-sm">
          {label}: {value}
        </p>
      ))}
    </section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="break-after-avoid font-semibold text-lg">{title}</h3>
      <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5 marker:text-black">{children}</ul>
    </section>
  );
}
