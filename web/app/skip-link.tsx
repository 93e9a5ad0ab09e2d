import { useTranslation } from '#web/i18n/use-translation.ts';

export function SkipLink() {
  const { t } = useTranslation('nav');
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to #main, only without a step in the history.
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0 print:hidden"
    >
      {t('skipToContent')}
    </a>
  );
}
