import { LANGUAGE_NAMES } from '#domain/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Flag } from '../i18n/flag.tsx';
import { useLanguage } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { DropdownMenu } from '../ui/dropdown-menu.tsx';
import { DeferredLanguageMenuItems } from './deferred.tsx';

export function LanguageMenu() {
  const { t } = useTranslation('nav');
  const language = useLanguage();
  return (
    <DropdownMenu
      trigger={(props) => (
        <Button
          {...props}
          variant="ghost"
          className="gap-2 px-2.5!"
          // Begins with what is visible: who speaks to the page says that.
          aria-label={`${language.toUpperCase()}, ${t('languageIs', { language: LANGUAGE_NAMES[language] })}`}
          title={t('language')}
        >
          <Flag language={language} />
          <span className="uppercase">{language}</span>
        </Button>
      )}
    >
      <DeferredLanguageMenuItems />
    </DropdownMenu>
  );
}
