import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { isProvidedLine, type PlanLine } from '#domain/plans.ts';
import { blockMarks, isPaper, type SiteBlock, SMALL_PICTURE_WIDTH } from '#domain/site.ts';
import { Button } from '../ui/button.tsx';
import SIZES from './picture-sizes.json' with { type: 'json' };
import { usePathTo, useSite, useTexts } from './site.tsx';

type SectionProps = {
  id?: string;
  title: ReactNode;
  text?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A section of a page with its heading; the header's links lead to its `id`. */
export function Section({ id, title, text, className, children }: SectionProps) {
  return (
    <section id={id} className={clsx('border-hairline border-t py-10 sm:py-14', className)}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h2 className="max-w-3xl font-bold text-3xl leading-tight tracking-tight sm:text-4xl">{title}</h2>
        {text && <p className="mt-3 max-w-2xl text-ink-muted text-lg">{text}</p>}
        <div className="mt-6 sm:mt-8">{children}</div>
      </div>
    </section>
  );
}

type PageIntroProps = { title: string; text?: string; children?: ReactNode };

/** The heading of every page except the landing page. */
export function PageIntro({ title, text, children }: PageIntroProps) {
  return (
    <div className="mx-auto max-w-6xl px-4 pt-10 pb-10 sm:px-6 sm:pt-16">
      <h1 className="max-w-3xl font-extrabold text-4xl leading-[1.08] tracking-tight sm:text-5xl">{title}</h1>
      {text && <p className="mt-4 max-w-2xl text-ink-muted text-lg">{text}</p>}
      {children}
    </div>
  );
}

export type Shot = keyof (typeof SIZES)['en'];

type ScreenshotProps = Omit<ComponentProps<'img'>, 'src' | 'alt' | 'width' | 'height' | 'sizes'> & {
  shot: Shot;
  /** For a picture with a small file beside it for phones: how wide it is shown. */
  sizes?: string;
  /** True if another picture beside it shows the same: the description is then empty. */
  isDecoration?: boolean;
};

/** A screenshot of the product (`npm run screenshots`) in the reader's language, dark if the system is. */
export function Screenshot({
  shot,
  isDecoration,
  sizes,
  className,
  loading = 'lazy',
  ...props
}: ScreenshotProps) {
  const { language } = useSite();
  const { shots } = useTexts('site');
  const size = SIZES[language][shot];
  const fileIn = (scheme: 'light' | 'dark') =>
    `/site/${shot}.${language}${isPaper(shot) ? '' : `.${scheme}`}.webp`;
  const filesIn = (scheme: 'light' | 'dark') =>
    sizes
      ? `${fileIn(scheme).replace(/webp$/, 'small.webp')} ${SMALL_PICTURE_WIDTH}w, ${fileIn(scheme)} ${size.width}w`
      : fileIn(scheme);
  return (
    <picture className="block min-w-0">
      {!isPaper(shot) && (
        <source media="(prefers-color-scheme: dark)" srcSet={filesIn('dark')} sizes={sizes} />
      )}
      <img
        {...size}
        {...props}
        {...(sizes && { srcSet: filesIn('light'), sizes })}
        src={fileIn('light')}
        alt={isDecoration ? '' : shots[shot]}
        loading={loading}
        decoding="async"
        className={clsx('h-auto max-w-full border border-edge', className)}
      />
    </picture>
  );
}

/** Paragraphs separated by an empty line; lines that begin with a hyphen become a list. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={clsx('flex flex-col gap-3', className)}>
      {text.split('\n\n').map((block) => {
        const lines = block.split('\n');
        return block.startsWith('- ') ? (
          <ul key={block} className="flex flex-col gap-1.5">
            {lines.map((line) => (
              <li
                key={line}
                className="relative pl-5 before:absolute before:top-[0.6em] before:left-0 before:size-1.5 before:bg-ink"
              >
                {line.slice(2)}
              </li>
            ))}
          </ul>
        ) : (
          <p key={block}>{block}</p>
        );
      })}
    </div>
  );
}

type QuestionProps = { question: string; isOpen?: boolean; children: ReactNode };

/** One of several sections that open and close independently. */
export function Question({ question, isOpen, children }: QuestionProps) {
  return (
    <details open={isOpen} className="group border-hairline border-b">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold text-lg leading-snug [&::-webkit-details-marker]:hidden">
        <h3>{question}</h3>
        <ChevronDown
          className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="max-w-2xl pb-6 text-ink-muted">{children}</div>
    </details>
  );
}

/** The one high-visibility action of a screen. */
export function StartButton({ className }: { className?: string }) {
  const { startTrial } = useTexts('site');
  const pathTo = usePathTo();
  return (
    <Button asChild variant="brand" size="large" className={className}>
      <a href={`${pathTo('auth')}?mode=register`}>{startTrial}</a>
    </Button>
  );
}

type PartsProps<Id extends string> = {
  parts: Record<Id, { title: string; text: string }>;
  /** They are steps, in this order. */
  isNumbered?: boolean;
  pictureOf?: (id: Id) => ReactNode;
  className?: string;
};

/** Three things side by side, each with its picture if there is one. */
export function Parts<Id extends string>({ parts, isNumbered, pictureOf, className }: PartsProps<Id>) {
  const List = isNumbered ? 'ol' : 'ul';
  return (
    <List className={clsx('grid gap-6 md:grid-cols-3', className)}>
      {each(parts, ({ title, text }, id, index) => (
        <li className="flex flex-col border-ink border-t-2 pt-4">
          <h3 className="font-semibold text-xl leading-snug">
            {isNumbered && (
              <span className="figures mr-3 font-extrabold" aria-hidden="true">
                {index + 1}
              </span>
            )}
            {title}
          </h3>
          <p className="mt-2 flex-1 text-ink-muted">{text}</p>
          {pictureOf?.(id)}
        </li>
      ))}
    </List>
  );
}

/** The texts of a list, in the order of their file. */
export function each<Id extends string, T>(
  things: Record<Id, T>,
  draw: (thing: T, id: Id, index: number) => ReactNode,
) {
  return (Object.entries(things) as [Id, T][]).map(([id, thing], index) => (
    <Fragment key={id}>{draw(thing, id, index)}</Fragment>
  ));
}

/** A part of a page that the server leaves out where it does not apply. */
export function Block({ name, children }: { name: SiteBlock; children: ReactNode }) {
  const { start, end } = blockMarks(name);
  return (
    <>
      <Comment text={start} />
      {children}
      <Comment text={end} />
    </>
  );
}

/** A line of the price list, in a block of its own if it depends on what the operator provides. */
export function PlanLineBlock({ line, children }: { line: PlanLine | undefined; children: ReactNode }) {
  return line && isProvidedLine(line) ? <Block name={line}>{children}</Block> : children;
}

/** React cannot render HTML comments; prerender.tsx replaces this with one. */
function Comment({ text }: { text: string }) {
  return <template>{text}</template>;
}
