import { Play } from 'lucide-react';
import { SITE_MARKS } from '#domain/site.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Block, PageIntro, Prose, Question, Screenshot, type Shot } from './parts.tsx';
import { usePathTo, useSite, useTexts } from './site.tsx';

const CATEGORIES = {
  firstSteps: { signUp: 'sign-up', location: 'add-location', employees: 'add-employee' },
  employeeDay: { checkIn: 'scanner', switch: 'switched', noCamera: 'enter-code', noPhone: 'kiosk' },
  administratorDay: { now: 'now', month: 'months', leaver: 'edit-employee' },
} as const satisfies Record<string, Record<string, Shot>>;

/** Screens that are higher than wide stand beside their text. */
const UPRIGHT: readonly Shot[] = ['scanner', 'switched', 'enter-code', 'kiosk'];

type Item = { question: string; answer: string };

export function TutorialsPage() {
  const texts = useTexts('site-tutorials');
  const pathTo = usePathTo();
  const categories = Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[];
  return (
    <>
      <PageIntro title={texts.title} text={texts.text} />
      <div className="mx-auto flex max-w-6xl flex-col gap-14 px-4 pb-20 sm:px-6">
        <Video />
        {categories.map((category) => {
          const { title, items } = texts.categories[category];
          const questions: Record<string, Item> = items;
          return (
            <section key={category} className="grid gap-4 lg:grid-cols-[4fr_8fr] lg:gap-10">
              <h2 className="font-bold text-2xl leading-tight tracking-tight lg:pt-3">{title}</h2>
              <div className="border-ink border-t-2">
                {Object.entries<Shot>(CATEGORIES[category]).map(([id, shot]) => {
                  const { question = '', answer = '' } = questions[id] ?? {};
                  const isUpright = UPRIGHT.includes(shot);
                  return (
                    <Question key={id} question={question} isOpen={id === 'signUp'}>
                      <div className={isUpright ? 'grid gap-6 sm:grid-cols-[1fr_180px]' : 'grid gap-6'}>
                        <Prose text={answer} />
                        <Screenshot shot={shot} className="w-full max-w-56 rounded-md sm:max-w-none" />
                      </div>
                    </Question>
                  );
                })}
              </div>
            </section>
          );
        })}
        <div className="border-hairline border-t pt-6">
          <h2 className="font-semibold text-lg">{texts.more}</h2>
          <p className="text-ink-muted">
            <TextLink href={pathTo('contact')} className="inline-flex min-h-11 items-center">
              {texts.moreText}
            </TextLink>
          </p>
        </div>
      </div>
    </>
  );
}

/** The operator's video, whose host gets no request before the click, or our own film without sound. */
function Video() {
  const { language } = useSite();
  const { video } = useTexts('site-tutorials');
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-bold text-2xl leading-tight tracking-tight">{video.title}</h2>
      <Block name="video">
        <a
          href={SITE_MARKS.videoUrl}
          data-video={video.title}
          className="group relative block aspect-video overflow-hidden rounded-lg border border-edge"
        >
          <Screenshot shot="dashboard" isDecoration className="w-full border-0!" />
          <span className="absolute inset-0 flex items-center justify-center bg-scrim">
            <span className="flex min-h-14 items-center gap-3 rounded-md bg-brand px-6 font-semibold text-lg text-on-brand group-hover:bg-brand-hover">
              <Play className="size-6" aria-hidden="true" />
              {video.play}
            </span>
          </span>
        </a>
        <p className="text-ink-muted text-sm">{video.note}</p>
      </Block>
      <Block name="tour">
        <p className="text-ink-muted">{video.text}</p>
        {/* biome-ignore lint/a11y/useMediaCaption: without sound; its titles are in the picture and its steps in the answers below. */}
        <video
          src={`/site/tour.${language}.mp4`}
          poster={`/site/tour.${language}.webp`}
          width={960}
          height={600}
          controls
          preload="none"
          playsInline
          aria-label={video.label}
          className="h-auto w-full rounded-lg border border-edge"
        />
        <p className="text-ink-muted text-sm">{video.own}</p>
      </Block>
    </section>
  );
}
