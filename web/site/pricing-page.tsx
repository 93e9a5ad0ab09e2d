import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { LOCALES } from '#domain/languages.ts';
import { PLAN_IDS, PLANS, type PlanId, type PlanLine, planLines } from '#domain/plans.ts';
import { TextLink } from '../ui/text-link.tsx';
import { PageIntro, PlanLineBlock, Section, StartButton } from './parts.tsx';
import { formatPrice, PlanCards } from './plan-cards.tsx';
import { usePathTo, useSite, useT, useTexts } from './site.tsx';

export function PricingPage() {
  const { pricing } = useTexts('site-pages');
  const { nav } = useTexts('site');
  const { contact } = useTexts('site-landing');
  const pathTo = usePathTo();
  return (
    <>
      <PageIntro title={pricing.title} text={pricing.text} />
      <div className="mx-auto max-w-6xl px-4 pb-16 sm:px-6">
        <h2 className="sr-only">{pricing.title}</h2>
        <PlanCards />
      </div>
      <Section title={pricing.compare}>
        <Comparison />
        <div className="mt-14 grid gap-8 md:grid-cols-3 md:gap-6">
          <Note title={pricing.trialTitle} text={pricing.trialText} />
          <Note
            title={pricing.refundTitle}
            text={pricing.refundText}
            link={{ label: pricing.refundLink, href: pathTo('refund') }}
          />
          <Note
            title={pricing.biggerTitle}
            text={pricing.biggerText}
            link={{ label: nav.contact, href: pathTo('contact') }}
          />
        </div>
      </Section>
      <Section title={contact.title} text={contact.text} className="bg-surface">
        <StartButton />
      </Section>
    </>
  );
}

/** The features shown are those that the server enforces or the operator provides: both read domain/plans.ts. */
function Comparison() {
  const { pricing } = useTexts('site-pages');
  const t = useT('subscription');
  const { language } = useSite();
  const figures = new Intl.NumberFormat(LOCALES[language]);
  const features = PLAN_IDS.flatMap((from) => planLines(from).map((line) => ({ line, from })));
  const rank = (plan: PlanId) => PLAN_IDS.indexOf(plan);
  const rows: { label: string; line?: PlanLine; cell: (plan: PlanId) => ReactNode }[] = [
    { label: pricing.price, cell: (plan: PlanId) => formatPrice(PLANS[plan].price, language) },
    { label: pricing.locations, cell: (plan: PlanId) => figures.format(PLANS[plan].maxLocations) },
    { label: pricing.employees, cell: (plan: PlanId) => figures.format(PLANS[plan].maxEmployees) },
    ...Object.values(pricing.every).map((label) => ({ label, cell: () => <Included isIncluded /> })),
    ...features.map(({ line, from }) => ({
      label: t(`features.${line}`),
      line,
      cell: (plan: PlanId) => <Included isIncluded={rank(plan) >= rank(from)} />,
    })),
  ];
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{pricing.compare}</caption>
      <thead className="text-sm sm:text-base">
        <tr className="border-ink border-b-2">
          <th scope="col" className="w-2/5 py-3 pr-2 font-semibold">
            {pricing.feature}
          </th>
          {PLAN_IDS.map((plan) => (
            <th key={plan} scope="col" className="px-1 py-3 text-center font-semibold">
              {PLANS[plan].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, line, cell }) => (
          <PlanLineBlock key={label} line={line}>
            <tr className="border-hairline border-b">
              <th scope="row" className="hyphens-auto py-3 pr-2 font-normal">
                {label}
              </th>
              {PLAN_IDS.map((plan) => (
                <td key={plan} className="figures px-1 py-3 text-center font-semibold">
                  {cell(plan)}
                </td>
              ))}
            </tr>
          </PlanLineBlock>
        ))}
      </tbody>
    </table>
  );
}

function Included({ isIncluded }: { isIncluded: boolean }) {
  const { included, notIncluded } = useTexts('site');
  return (
    <>
      {isIncluded ? (
        <Check className="inline size-5" aria-hidden="true" />
      ) : (
        <Minus className="inline size-5 text-ink-muted" aria-hidden="true" />
      )}
      <span className="sr-only">{isIncluded ? included : notIncluded}</span>
    </>
  );
}

type NoteProps = { title: string; text: string; link?: { label: string; href: string } };

function Note({ title, text, link }: NoteProps) {
  return (
    <div className="border-hairline border-t pt-4">
      <h3 className="font-semibold text-lg">{title}</h3>
      <p className="mt-1 text-ink-muted">{text}</p>
      {link && (
        <TextLink href={link.href} className="inline-flex min-h-11 items-center">
          {link.label}
        </TextLink>
      )}
    </div>
  );
}
