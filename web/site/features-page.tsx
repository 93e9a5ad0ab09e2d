import { clsx } from 'clsx';
import { each, PageIntro, Prose, Screenshot, Section, type Shot, StartButton } from './parts.tsx';
import { useTexts } from './site.tsx';

const SHOT_OF = {
  sheet: 'sheet',
  months: 'months',
  absences: 'absences',
  scan: 'time-tracking',
  kiosk: 'kiosk',
  board: 'dashboard',
  rollCall: 'roll-call',
  people: 'employees',
  poster: 'poster',
} as const satisfies Record<string, Shot>;

const UPRIGHT: readonly Shot[] = ['time-tracking', 'kiosk', 'roll-call', 'poster'];

export function FeaturesPage() {
  const { features } = useTexts('site-pages');
  const { contact } = useTexts('site-landing');
  const rows = Object.entries(SHOT_OF) as [keyof typeof SHOT_OF, Shot][];
  return (
    <>
      <PageIntro title={features.title} text={features.text} />
      {rows.map(([id, shot], index) => {
        const { title, text, points } = features.rows[id];
        const isFlipped = index % 2 === 1;
        const isUpright = UPRIGHT.includes(shot);
        return (
          <section key={id} className="border-hairline border-t py-14 sm:py-20">
            <div
              className={clsx(
                'mx-auto grid max-w-6xl items-center gap-10 px-4 sm:px-6 lg:gap-16',
                isFlipped ? 'lg:grid-cols-[7fr_5fr]' : 'lg:grid-cols-[5fr_7fr]',
              )}
            >
              <div className={clsx(isFlipped && 'lg:order-last')}>
                <h2 className="font-bold text-3xl leading-tight tracking-tight">{title}</h2>
                <p className="mt-3 text-lg text-ink-muted">{text}</p>
                <Prose text={points} className="mt-5" />
              </div>
              <Screenshot
                shot={shot}
                loading={index === 0 ? 'eager' : 'lazy'}
                className={clsx('rounded-lg', isUpright ? 'mx-auto w-64 sm:w-72' : 'w-full')}
              />
            </div>
          </section>
        );
      })}
      <Section title={features.moreTitle}>
        <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {each(features.more, ({ title, text }) => (
            <li className="border-hairline border-t pt-4">
              <h3 className="font-semibold text-lg">{title}</h3>
              <p className="mt-1 text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={contact.title} text={contact.text} className="bg-surface">
        <StartButton />
      </Section>
    </>
  );
}
