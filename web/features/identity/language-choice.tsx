import { useNavigate } from 'react-router';
import { LANGUAGE_NAMES, LANGUAGES } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { useSaveLanguage } from '#web/call/user.ts';
import { changeLanguage } from '#web/i18n/i18n.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Select } from '#web/ui/select.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** The language on screen, which is the one in the URL, and of the person's mails. */
export function LanguageChoice() {
  const { t } = useTranslation(['account', 'common']);
  const { toast } = useToast();
  const language = useLanguage();
  const navigate = useNavigate();
  const { mutate: saveLanguage } = useSaveLanguage();

  const choose = async (text: string) => {
    const chosen = LANGUAGES.find((known) => known === text);
    if (!chosen) return;
    try {
      await changeLanguage(chosen);
    } catch {
      return toast({
        title: t('common:loadFailed'),
        description: t('common:networkError'),
        tone: 'destructive',
      });
    }
    saveLanguage({ body: { language: chosen } });
    await navigate(pathFor('account', chosen), { replace: true });
  };

  return (
    <Select
      aria-label={t('language.title')}
      value={language}
      onChange={(event) => void choose(event.target.value)}
      options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
    />
  );
}
