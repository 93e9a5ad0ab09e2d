import { dateText } from '#domain/date-text.ts';
import { TextLink } from '../ui/text-link.tsx';
import { each, PageIntro, Prose } from './parts.tsx';
import { useSite, useT, useTexts } from './site.tsx';

/** The effective date of the current wording of each. */
const IN_FORCE_SINCE = { privacy: '2026-11-21', terms: '2026-11-21', refund: '2026-11-21' };

export function LegalPage({ name }: { name: keyof typeof IN_FORCE_SINCE }) {
  const texts = useTexts('site-legal');
  const t = useT('site-legal');
  const { language } = useSite();
  const { title, intro, sections } = texts[name];
  const since = dateText(IN_FORCE_SINCE[name], language);
  const titles: Record<string, { title: string; text: string }> = sections;
  return (
    <>
      <PageIntro title={title} text={intro}>
        <p className="mt-4 text-ink-muted text-sm">{t('updated', { date: since })}</p>
      </PageIntro>
      <div className="mx-auto grid max-w-6xl gap-10 px-4 pb-20 sm:px-6 lg:grid-cols-[4fr_8fr]">
        <nav aria-label={texts.contents} className="hidden lg:block">
          <ul className="sticky top-24 flex flex-col border-hairline border-l-2">
            {each(titles, (section, id) => (
              <li>
                <TextLink variant="quiet" href={`#${id}`} className="block py-1.5 pl-4">
                  {section.title}
                </TextLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex max-w-2xl flex-col gap-10">
          {each(titles, (section, id) => (
            <section id={id}>
              <h2 className="font-bold text-xl leading-snug">{section.title}</h2>
              <Prose text={section.text} className="mt-3" />
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
