import { ChevronDown } from 'lucide-react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { Flag } from '../i18n/flag.tsx';
import { useSite, useT } from './site.tsx';

/**
 * Links to the page in the other languages. They work without the script: `/en/…` tells the server that English is
 * wanted. The script keeps query and hash and uses the path without a prefix.
 */
export function LanguageSwitch() {
  const { language, page } = useSite();
  const t = useT('nav');
  return (
    <details data-menu className="relative">
      <summary
        // Begins with what is visible: who speaks to the page says that.
        aria-label={`${language.toUpperCase()}, ${t('languageIs', { language: LANGUAGE_NAMES[language] })}`}
        title={t('language')}
        className="flex min-h-11 list-none items-center gap-2 rounded-md px-2.5 font-semibold hover:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <Flag language={language} />
        <span className="uppercase max-[25rem]:hidden">{language}</span>
        <ChevronDown className="size-4 max-sm:hidden" aria-hidden="true" />
      </summary>
      <ul className="absolute right-0 z-40 mt-1 min-w-44 rounded-lg border border-hairline bg-surface p-1 shadow-float">
        {LANGUAGES.map((other) => (
          <li key={other}>
            <a
              href={withPrefix(pathFor(page === 'notFound' ? 'landing' : page, other), other)}
              lang={other}
              hrefLang={other}
              data-language={other}
              aria-current={other === language ? 'true' : undefined}
              className="flex min-h-11 items-center gap-2.5 rounded-md px-3 hover:bg-sunken aria-[current]:font-semibold"
            >
              <Flag language={other} />
              {LANGUAGE_NAMES[other]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function withPrefix(path: string, language: Language): string {
  return path.startsWith(`/${language}`) ? path : `/${language}${path === '/' ? '' : path}`;
}
