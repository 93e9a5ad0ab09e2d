import type { ReactNode } from 'react';
import type { Language } from '#domain/languages.ts';

const stripes = (...colours: string[]) =>
  colours.map((colour, index) => (
    <rect
      key={colour}
      y={(16 / colours.length) * index}
      width="24"
      height={16 / colours.length}
      fill={colour}
    />
  ));

const FLAGS: Record<Language, ReactNode> = {
  en: (
    <>
      <rect width="24" height="16" fill="#012169" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#fff" strokeWidth="3.2" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#c8102e" strokeWidth="1.2" />
      <path d="M12 0v16M0 8h24" stroke="#fff" strokeWidth="5.4" />
      <path d="M12 0v16M0 8h24" stroke="#c8102e" strokeWidth="3.2" />
    </>
  ),
  lv: (
    <>
      <rect width="24" height="16" fill="#9d2235" />
      <rect y="6.4" width="24" height="3.2" fill="#fff" />
    </>
  ),
  pl: stripes('#fff', '#dc143c'),
  lt: stripes('#fdb913', '#006a44', '#c1272d'),
};

/** SVG, because Windows has no flag emoji. Decorative: the language's name is always beside it. */
export function Flag({ language }: { language: Language }) {
  return (
    <svg
      viewBox="0 0 24 16"
      aria-hidden="true"
      className="h-4! w-6! shrink-0 overflow-hidden rounded-[2px] outline outline-hairline -outline-offset-1"
    >
      {FLAGS[language]}
    </svg>
  );
}
