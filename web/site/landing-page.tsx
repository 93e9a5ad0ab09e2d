import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { METRICS, QUOTES, QUOTES_ARE_EXAMPLES } from './examples.ts';
import { each, Prose, Question, Screenshot, Section, StartButton, Steps } from './parts.tsx';
import { PlanCards } from './plan-cards.tsx';
import { usePathTo, useTexts } from './site.tsx';

/** The sections and anchors in the order of product.md §2. */
export function LandingPage() {
  const { assistant, how, pricing, faq } = useTexts('site-landing');
  const pathTo = usePathTo();
  return (
    <>
      <Hero />
      <Section id="ai-assistant" title={assistant.title} text={assistant.text}>
        <Steps steps={assistant.steps} />
      </Section>
      <Results />
      <Section id="how-it-works" title={how.title} text={how.text}>
        <div className="grid items-center gap-12 lg:grid-cols-[1fr_320px]">
          <div>
            <ol className="flex flex-col">
              {each(how.steps, ({ title, text }, _id, index) => (
                <li className="grid grid-cols-[3rem_1fr] gap-2 border-hairline border-t py-6 first:border-t-0 first:pt-0">
                  <span className="figures font-extrabold text-3xl leading-none" aria-hidden="true">
                    {index + 1}
                  </span>
                  <div>
                    <h3 className="font-semibold text-xl leading-snug">{title}</h3>
                    <p className="mt-1 max-w-xl text-ink-muted">{text}</p>
                  </div>
                </li>
              ))}
            </ol>
            <TextLink href={pathTo('features')} className="inline-flex min-h-11 items-center font-semibold">
              {how.more}
            </TextLink>
          </div>
          <Screenshot shot="poster" className="mx-auto w-64 rounded-sm lg:w-full" />
        </div>
      </Section>
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
      <div className="mx-auto grid max-w-6xl items-center gap-14 px-4 pt-12 pb-16 sm:px-6 sm:pt-20 sm:pb-24 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-14">
        <div>
          <h1 className="font-extrabold text-[clamp(2.25rem,11vw,2.75rem)] leading-[1.02] tracking-tight sm:text-6xl lg:text-[3.25rem] xl:text-[4rem]">
            {hero.title}
          </h1>
          <p className="mt-5 max-w-xl text-ink-muted text-xl">{hero.text}</p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <StartButton />
            <Button asChild variant="secondary" size="large">
              <a href="#how-it-works">{hero.more}</a>
            </Button>
          </div>
          <p className="mt-4 text-ink-muted">{noCard}</p>
        </div>
        <div className="relative lg:h-[34rem]">
          <Screenshot
            shot="dashboard"
            className="hidden rounded-lg lg:absolute lg:top-0 lg:left-20 lg:block lg:w-[52rem] lg:max-w-none!"
          />
          <Screenshot
            shot="time-tracking"
            loading="eager"
            fetchPriority="low"
            className="mx-auto w-56 rounded-lg lg:absolute lg:top-56 lg:-left-6 lg:w-40 lg:shadow-float"
          />
        </div>
      </div>
    </section>
  );
}

function Results() {
  const { results } = useTexts('site-landing');
  return (
    <Section id="results" title={results.title} text={results.text}>
      <dl className="grid gap-8 sm:grid-cols-3 sm:gap-6">
        {METRICS.map(({ id, value }) => (
          <div key={id} className="flex flex-col-reverse justify-end border-hairline border-l-2 pl-5">
            <dt className="text-ink-muted">{results.metrics[id]}</dt>
            <dd className="figures font-extrabold text-7xl leading-none tracking-tight">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-14 grid gap-4 md:grid-cols-2">
        {QUOTES.map(({ id, name, company, photo }) => (
          <figure key={id} className="flex flex-col rounded-lg border border-hairline bg-surface p-6 sm:p-8">
            <blockquote className="flex-1 text-lg leading-relaxed">
              <p>{results.quotes[id].text}</p>
            </blockquote>
            <figcaption className="mt-6 flex items-center gap-4">
              <img
                src={photo}
                alt=""
                width={56}
                height={56}
                loading="lazy"
                className="size-14 rounded-md border border-hairline"
              />
              <span>
                <span className="block font-semibold">{name}</span>
                <span className="block text-ink-muted">
                  {results.quotes[id].role}, {company}
                </span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      {QUOTES_ARE_EXAMPLES && <p className="mt-3 text-ink-muted text-sm">{results.example}</p>}
    </Section>
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
