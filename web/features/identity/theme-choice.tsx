import { useTranslation } from '#web/i18n/use-translation.ts';
import { Select } from '#web/ui/select.tsx';
import { type Theme, useTheme } from '#web/ui/theme.ts';

const THEMES: Theme[] = ['system', 'light', 'dark'];

/** Light or dark, on this device. */
export function ThemeChoice() {
  const { t } = useTranslation('account');
  const { theme, setTheme } = useTheme();
  return (
    <Select
      aria-label={t('theme.title')}
      value={theme}
      onChange={({ target }) => setTheme(target.value as Theme)}
      options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
    />
  );
}
