import { use } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/languages.ts';
import { switchLanguage } from '#domain/paths.ts';
import { AuthContext, useSaveLanguage } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Flag } from '../i18n/flag.tsx';
import { changeLanguage } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/language.ts';
import { MenuRadioGroup } from '../ui/menu-items.tsx';
import { useToast } from '../ui/toast.tsx';

const options = LANGUAGES.map((language) => ({
  value: language,
  lang: language,
  label: (
    <>
      <Flag language={language} />
      {LANGUAGE_NAMES[language]}
    </>
  ),
}));

export function LanguageMenuItems() {
  const { t } = useTranslation('nav');
  const chooseLanguage = useChooseLanguage();
  return (
    <MenuRadioGroup
      label={t('language')}
      value={useLanguage()}
      onValueChange={(chosen) => void chooseLanguage(chosen)}
      options={options}
    />
  );
}

/** Replaces the history entry with the page in another language; saves the language for a person's mails. */
function useChooseLanguage() {
  const { t } = useTranslation();
  const { toast } = useToast();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const user = use(AuthContext);
  const { mutate: saveLanguage } = useSaveLanguage();
  return async (language: Language) => {
    try {
      await changeLanguage(language);
    } catch {
      return toast({ title: t('loadFailed'), description: t('networkError'), tone: 'destructive' });
    }
    if (user && !user.mustChangePassword) saveLanguage({ body: { language } });
    await navigate({ pathname: switchLanguage(pathname, language), search, hash }, { replace: true });
  };
}
