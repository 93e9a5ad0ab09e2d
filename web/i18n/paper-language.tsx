import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/languages.ts';
import { Select } from '#web/ui/select.tsx';

type PaperLanguageProps = { label: string; value: Language; onChange: (language: Language) => void };

/** Chooses the language of a printed sheet, independent of the language on screen. */
export function PaperLanguage({ label, value, onChange }: PaperLanguageProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(LANGUAGES.find((known) => known === target.value) ?? value)}
      className="w-auto! grow sm:grow-0"
      options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
    />
  );
}
