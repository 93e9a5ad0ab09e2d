import { clsx } from 'clsx';
import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { MOST_POPULAR_PLAN, PLANS } from '#domain/plans.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { TESTIMONIALS, testimonialMarks, testimonialPhoto } from '#domain/site.ts';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { EXAMPLE_QUOTES } from './examples.ts';
import {
  Block,
  each,
  Parts,
  Prose,
  Question,
  Screenshot,
  Section,
  type Shot,
  StartButton,
} from './parts.tsx';
import { formatPersonPrice, PlanCards } from './plan-cards.tsx';
import { usePathTo, useSite, useT, useTexts } from './site.tsx';

/** The sections and anchors in the order of product.md §2. */
export function LandingPage() {
  const { assistant, pricing, faq } = useTexts('site-landing');
  const pathTo = usePathTo();
  return (
    <>
      <Hero />
      <Sheet />
      <HowItWorks />
      <Gate />
      <Ledger />
      <Comparison />
      <Section id="ai-assistant" title={assistant.title} text={assistant.text}>
        <Parts parts={assistant.steps} isNumbered />
      </Section>
      <Results />
      <Section id="pricing" title={pricing.title} text={pricing.text}>
        <PlanCards />
        <TextLink href={pathTo('pricing')} className="mt-2 inline-flex min-h-11 items-center font-semibold">
          {pricing.more}
        </TextLink>
      </Section>
      <Section id="faq" title={faq.title}>
        <div className="max-w-3xl border-hairline border-t">
          {each(faq.items, ({ question, answer }) => (
            <Question question={question}>
              <Prose text={answer} />
            </Question>
          ))}
        </div>
      </Section>
      <FinalCall />
    </>
  );
}

function Hero() {
  const { hero } = useTexts('site-landing');
  const { noCard } = useTexts('site');
  return (
    <section id="hero" className="overflow-hidden">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 pt-8 pb-10 sm:px-6 sm:pt-14 sm:pb-14 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-12">
        <div>
          <h1 className="font-extrabold text-[clamp(2rem,9.5vw,2.5rem)] leading-[1.05] tracking-tight sm:text-5xl lg:text-[2.75rem] xl:text-5xl">
            {hero.title} <span className="block text-ink-muted">{hero.law}</span>
          </h1>
          <p className="mt-5 max-w-xl text-ink-muted text-lg">{hero.text}</p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <StartButton />
            <Block name="demo">
              <DemoButton />
            </Block>
          </div>
          <p className="mt-4 text-ink-muted">{noCard}</p>
          <TextLink href="#how-it-works" className="mt-1 inline-flex min-h-11 items-center font-semibold">
            {hero.more}
          </TextLink>
        </div>
        <HeroFilm />
      </div>
    </section>
  );
}

/** The still of the film. `enhance.ts` puts the film over it, unless the reader wants no motion or saves data. */
function HeroFilm() {
  const { film } = useTexts('site-landing').hero;
  return (
    <div
      data-film
      className="relative overflow-hidden rounded-lg border border-edge [&>video]:absolute [&>video]:inset-0 [&>video]:size-full"
    >
      <Screenshot
        shot="hero"
        sizes="(min-width: 1024px) 54vw, calc(100vw - 2rem)"
        loading="eager"
        fetchPriority="high"
        className="w-full border-0!"
      />
      <button
        type="button"
        hidden
        data-pause={film.pause}
        data-play={film.play}
        aria-label={film.pause}
        className="group absolute right-2 bottom-2 z-1 flex size-11 items-center justify-center rounded-md border border-edge bg-surface text-ink"
      >
        <Pause className="size-5 group-aria-pressed:hidden" aria-hidden="true" />
        <Play className="hidden size-5 group-aria-pressed:block" aria-hidden="true" />
      </button>
    </div>
  );
}

/** Leads into the shared demo company; `enhance.ts` signs the visitor in. */
function DemoButton() {
  const { demo } = useTexts('site-landing');
  const pathTo = usePathTo();
  return (
    <div className="flex flex-col">
      <noscript>
        <style>{'[data-demo]{display:none}'}</style>
      </noscript>
      <Button
        variant="secondary"
        size="large"
        data-demo={pathTo('dashboard')}
        data-pending={demo.opening}
        data-failed={demo.failed}
        title={demo.text}
      >
        {demo.button}
      </Button>
      <p role="alert" className="text-destructive-text" />
    </div>
  );
}

/** What the accountant gets, cut at the bottom as paper on a desk. */
function Sheet() {
  const { sheet } = useTexts('site-landing');
  return (
    <Section id="sheet" title={sheet.title} text={sheet.text}>
      <div className="h-60 overflow-hidden rounded-lg bg-sunken pt-5 pl-5 sm:h-88 sm:px-10 sm:pt-10">
        <Late>
          <Screenshot shot="sheet" className="w-3xl max-w-none! rounded-t-sm sm:w-full" />
        </Late>
      </div>
      <Parts parts={sheet.parts} className="mt-8" />
      <p className="mt-6 max-w-3xl text-ink-muted text-sm">{sheet.law}</p>
    </Section>
  );
}

const STEP_SHOTS = { locations: 'poster', people: 'add-employee', scan: 'scanner' } as const;

function HowItWorks() {
  const { how } = useTexts('site-landing');
  const pathTo = usePathTo();
  return (
    <Section id="how-it-works" title={how.title} text={how.text}>
      <Parts parts={how.steps} isNumbered pictureOf={(id) => <Picture shot={STEP_SHOTS[id]} />} />
      <TextLink href={pathTo('features')} className="mt-4 inline-flex min-h-11 items-center font-semibold">
        {how.more}
      </TextLink>
    </Section>
  );
}

/** Begins below the app's header, where a phone's page has nothing to tell. */
const STARTS_LOWER: Partial<Record<Shot, string>> = { scanner: '-mt-24', crew: '-mt-28', offline: '-mt-16' };

/** A picture of any shape on a quiet ground, all of the same height. */
function Picture({ shot }: { shot: Shot }) {
  return (
    <div className="mt-4 flex h-40 items-start justify-center overflow-hidden rounded-lg bg-sunken px-6 pt-5 md:mt-6 md:h-72 md:pt-6">
      <Late>
        <Screenshot
          shot={shot}
          className={clsx('w-full max-w-72 rounded-t-lg border-b-0!', STARTS_LOWER[shot])}
        />
      </Late>
    </div>
  );
}

/**
 * Browsers would load pictures just below the first view before the one in it: with scripts these come once the page is loaded
 * (`enhance.ts`).
 */
const Late = ({ children }: { children: ReactNode }) => <noscript data-late>{children}</noscript>;

/** How people check in who have no phone or no signal, and who sees what. */
function Gate() {
  const { gate } = useTexts('site-landing');
  return (
    <Section id="gate" title={gate.title} text={gate.text}>
      <Parts parts={gate.ways} pictureOf={(id) => <Picture shot={id} />} />
      <Parts parts={gate.more} className="mt-6 md:mt-10" />
    </Section>
  );
}

function Ledger() {
  const { ledger } = useTexts('site-landing');
  return (
    <section id="ledger" className="border-hairline border-t py-10 sm:py-14">
      <div className="mx-auto grid max-w-6xl items-center gap-8 px-4 sm:px-6 lg:grid-cols-2 lg:gap-16">
        <div>
          <h2 className="font-bold text-3xl leading-tight tracking-tight sm:text-4xl">{ledger.title}</h2>
          <p className="mt-3 text-ink-muted text-lg">{ledger.text}</p>
          <Prose text={ledger.points} className="mt-5" />
        </div>
        <Screenshot
          shot="history"
          className="mx-auto h-60! w-full max-w-md rounded-lg object-cover object-bottom sm:h-auto!"
        />
      </div>
    </section>
  );
}

const WAYS = ['paper', 'sheet', 'terminal'] as const;

/** A table of which each row becomes a few lines on a phone. */
function Comparison() {
  const { compare } = useTexts('site-landing');
  const ways = [
    ...WAYS.map((id) => ({ id, label: compare.ways[id] })),
    { id: 'ours', label: PRODUCT_NAME },
  ] as const;
  return (
    <Section id="compare" title={compare.title} text={compare.text}>
      <table className="block w-full text-left md:table">
        <thead className="hidden md:table-header-group">
          <tr className="border-ink border-b-2">
            <th scope="col" className="py-3 pr-4 font-semibold">
              {compare.what}
            </th>
            {ways.map(({ id, label }) => (
              <th key={id} scope="col" className="px-4 py-3 font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {each(compare.rows, (row) => (
            <tr className="block border-hairline border-b py-3 md:table-row md:py-0">
              <th scope="row" className="block md:table-cell md:w-1/5 md:py-4 md:pr-4">
                {row.what}
              </th>
              {ways.map(({ id, label }) => (
                <td
                  key={id}
                  className={clsx(
                    'md:table-cell md:px-4 md:py-4',
                    id === 'ours'
                      ? 'block font-semibold md:bg-surface'
                      : "inline text-ink-muted text-sm max-md:after:content-['._'] md:text-base",
                  )}
                >
                  <span className="md:hidden" aria-hidden="true">
                    {`${label}: `}
                  </span>
                  {row[id]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Results() {
  const { results } = useTexts('site-landing');
  const t = useT('site-landing');
  const { language } = useSite();
  const { sheet, devices } = results.metrics;
  const { name: plan, maxEmployees: people } = PLANS[MOST_POPULAR_PLAN];
  const price = {
    value: formatPersonPrice(MOST_POPULAR_PLAN, language),
    label: t('results.metrics.price.label', { plan, people }),
  };
  return (
    <Section id="results" title={results.title}>
      <dl className="grid gap-6 sm:grid-cols-3">
        {[sheet, devices, price].map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end border-ink border-t-2 pt-4">
            <dt className="mt-1 text-ink-muted">{label}</dt>
            <dd className="figures font-extrabold text-5xl leading-none tracking-tight lg:text-6xl">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Block name="testimonials">
        <Testimonials
          items={Array.from({ length: TESTIMONIALS }, (_, index) => ({
            ...testimonialMarks(index),
            photo: testimonialPhoto(index),
          }))}
        />
      </Block>
      <Block name="examples">
        <Testimonials
          items={EXAMPLE_QUOTES.map(({ id, company, ...example }) => ({
            ...example,
            quote: results.quotes[id].text,
            company: `${results.quotes[id].role}, ${company}`,
          }))}
        />
        <p className="mt-3 text-ink-muted text-sm">{results.example}</p>
      </Block>
    </Section>
  );
}

type Testimonial = { quote: string; name: string; company: string; photo: string };

function Testimonials({ items }: { items: Testimonial[] }) {
  const { results } = useTexts('site-landing');
  return (
    <>
      <h3 className="mt-8 font-semibold text-xl">{results.voices}</h3>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {items.map(({ quote, name, company, photo }) => (
          <figure
            key={name}
            className="flex flex-col rounded-lg border border-hairline bg-surface p-5 sm:p-6"
          >
            <blockquote className="flex-1 text-lg leading-relaxed">
              <p>{quote}</p>
            </blockquote>
            <figcaption className="mt-4 flex items-center gap-4">
              <img
                src={photo}
                alt=""
                width={56}
                height={56}
                loading="lazy"
                className="size-14 rounded-md border border-hairline object-cover"
              />
              <span>
                <span className="block font-semibold">{name}</span>
                <span className="block text-ink-muted">{company}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}

function FinalCall() {
  const { contact } = useTexts('site-landing');
  const { noCard } = useTexts('site');
  const pathTo = usePathTo();
  return (
    <Section id="contact" title={contact.title} text={contact.text} className="bg-surface">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <StartButton />
        <Button asChild variant="secondary" size="large">
          <a href={pathTo('contact')}>{contact.ask}</a>
        </Button>
      </div>
      <p className="mt-4 text-ink-muted">{noCard}</p>
    </Section>
  );
}
