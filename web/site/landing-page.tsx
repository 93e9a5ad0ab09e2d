import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { LOCALES } from '#domain/languages.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { TESTIMONIALS, testimonialMarks, testimonialPhoto } from '#domain/site.ts';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { FIGURES } from './evidence.ts';
import { EXAMPLE_QUOTES } from './examples.ts';
import {
  Block,
  each,
  Prose,
  Question,
  Screenshot,
  Section,
  type Shot,
  StartButton,
  Steps,
} from './parts.tsx';
import { PlanCards } from './plan-cards.tsx';
import { usePathTo, useSite, useTexts } from './site.tsx';

/** The sections and anchors in the order of product.md §2. */
export function LandingPage() {
  const { assistant, pricing, faq } = useTexts('site-landing');
  const pathTo = usePathTo();
  return (
    <>
      <Hero />
      <HowItWorks />
      <Scenes />
      <Comparison />
      <Section id="ai-assistant" title={assistant.title} text={assistant.text}>
        <div className="grid items-start gap-10 lg:grid-cols-[7fr_5fr]">
          <Steps steps={assistant.steps} />
          <Screenshot shot="ai-report" className="mx-auto w-full max-w-sm rounded-lg" />
        </div>
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
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 pt-12 pb-16 sm:px-6 sm:pt-20 sm:pb-24 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-12">
        <div>
          <h1 className="font-extrabold text-[clamp(2.25rem,11vw,2.75rem)] leading-[1.02] tracking-tight sm:text-6xl lg:text-[3.25rem] xl:text-[4rem]">
            {hero.title}
          </h1>
          <p className="mt-5 max-w-xl text-ink-muted text-xl">{hero.text}</p>
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

const STEP_SHOTS = { locations: 'poster', people: 'add-employee', scan: 'scanner' } as const;

function HowItWorks() {
  const { how } = useTexts('site-landing');
  const pathTo = usePathTo();
  const steps = Object.entries(STEP_SHOTS) as [keyof typeof STEP_SHOTS, Shot][];
  return (
    <Section id="how-it-works" title={how.title} text={how.text}>
      <ol className="grid gap-10 md:grid-cols-3 md:gap-6">
        {steps.map(([id, shot], index) => (
          <li key={id} className="flex flex-col border-ink border-t-2 pt-4">
            <span className="figures font-extrabold text-3xl" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="mt-2 font-semibold text-xl leading-snug">{how.steps[id].title}</h3>
            <p className="mt-2 flex-1 text-ink-muted">{how.steps[id].text}</p>
            <Picture shot={shot} className="mt-6" />
          </li>
        ))}
      </ol>
      <TextLink href={pathTo('features')} className="mt-4 inline-flex min-h-11 items-center font-semibold">
        {how.more}
      </TextLink>
    </Section>
  );
}

/**
 * A picture of any shape on a quiet ground, all of the same height. Browsers would load these pictures, just below the first
 * view, before the one in it: with scripts they come once the page is loaded (`enhance.ts`).
 */
function Picture({ shot, className = '' }: { shot: Shot; className?: string }) {
  return (
    <div
      className={`flex h-96 items-start justify-center overflow-hidden rounded-lg bg-sunken px-6 pt-6 ${className}`}
    >
      <noscript data-late>
        <Screenshot shot={shot} className="w-full max-w-72 rounded-t-lg border-b-0!" />
      </noscript>
    </div>
  );
}

const SCENES = {
  payroll: 'months',
  offline: 'offline',
  ledger: 'history',
  rollCall: 'roll-call',
  law: 'my-hours',
} as const satisfies Record<string, Shot>;

/** What the product does on a working day, each with its picture. */
function Scenes() {
  const { scenes } = useTexts('site-landing');
  const all = Object.entries(SCENES) as [keyof typeof SCENES, Shot][];
  return (
    <>
      {all.map(([id, shot], index) => (
        <Scene key={id} id={id} shot={shot} isFlipped={index % 2 === 1} {...scenes[id]}>
          {id === 'law' && (
            <>
              <ul className="mt-4 border-hairline border-t">
                {each(scenes.law.laws, (law) => (
                  <li className="border-hairline border-b py-2 font-semibold">{law}</li>
                ))}
              </ul>
              <Prose text={scenes.law.points} className="mt-5" />
              <p className="mt-4 text-ink-muted">{scenes.law.note}</p>
            </>
          )}
          {id !== 'law' && <Prose text={scenes[id].points} className="mt-5" />}
        </Scene>
      ))}
    </>
  );
}

type SceneProps = {
  id: string;
  shot: Shot;
  isFlipped: boolean;
  title: string;
  text: string;
  children: ReactNode;
};

function Scene({ id, shot, isFlipped, title, text, children }: SceneProps) {
  const isWide = shot === 'months';
  return (
    <section
      id={id}
      // Its pictures load when it comes near, after those of the first view.
      className="border-hairline border-t py-14 [contain-intrinsic-size:auto_50rem] [content-visibility:auto] sm:py-20"
    >
      <div
        className={`mx-auto grid max-w-6xl items-center gap-10 px-4 sm:px-6 lg:gap-16 ${
          isWide ? 'lg:grid-cols-[5fr_7fr]' : 'lg:grid-cols-2'
        }`}
      >
        <div className={isFlipped ? 'lg:order-last' : undefined}>
          <h2 className="max-w-xl font-bold text-3xl leading-tight tracking-tight">{title}</h2>
          <p className="mt-3 max-w-xl text-ink-muted text-lg">{text}</p>
          {children}
        </div>
        <Screenshot
          shot={shot}
          className={`rounded-lg ${isWide ? 'w-full' : shot === 'history' ? 'mx-auto w-full max-w-md' : 'mx-auto w-64 sm:w-72'}`}
        />
      </div>
    </section>
  );
}

const WAYS = ['paper', 'sheet', 'terminal'] as const;

/** A table that becomes one card a row on a phone. */
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
            <tr className="block border-hairline border-b py-4 md:table-row md:py-0">
              <th
                scope="row"
                className="block pb-2 text-lg md:table-cell md:w-1/5 md:py-4 md:pr-4 md:text-base"
              >
                {row.what}
              </th>
              {ways.map(({ id, label }) => (
                <td
                  key={id}
                  className={`grid grid-cols-[8rem_1fr] gap-2 py-1 md:table-cell md:px-4 md:py-4 ${
                    id === 'ours' ? 'font-semibold md:bg-surface' : 'text-ink-muted'
                  }`}
                >
                  <span className="md:hidden" aria-hidden="true">
                    {label}
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
  const { language } = useSite();
  return (
    <Section id="results" title={results.title} text={results.text}>
      <dl className="grid gap-8 sm:grid-cols-3 sm:gap-6">
        {FIGURES.map(({ id, value, unit }) => (
          <div key={id} className="flex flex-col-reverse justify-end border-hairline border-l-2 pl-5">
            <dt className="text-ink-muted">{results.metrics[id]}</dt>
            <dd className="figures font-extrabold text-5xl leading-none tracking-tight lg:text-6xl">
              {value.toLocaleString(LOCALES[language])}
              {unit && <span className="text-3xl"> {unit}</span>}
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
      <h3 className="mt-14 font-semibold text-xl">{results.voices}</h3>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {items.map(({ quote, name, company, photo }) => (
          <figure
            key={name}
            className="flex flex-col rounded-lg border border-hairline bg-surface p-6 sm:p-8"
          >
            <blockquote className="flex-1 text-lg leading-relaxed">
              <p>{quote}</p>
            </blockquote>
            <figcaption className="mt-6 flex items-center gap-4">
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
