/** How the parts of a stacked bar look: ink, paper and yellow, told apart by their pattern where colours are not seen. */
const FILLS = [
  <path key="ink" d="M0 0h8v8H0z" className="fill-ink" />,
  <path key="brand" d="M0 0h8v8H0z" className="fill-brand" />,
  <path key="stripes" d="M-2 6l4 4M0 0l8 8M6 -2l4 4" className="stroke-ink" strokeWidth="2" />,
  <path key="dots" d="M2 1h2v2H2zM6 5h2v2H6z" className="fill-ink" />,
  <g key="brand-stripes">
    <path d="M0 0h8v8H0z" className="fill-brand" />
    <path d="M-2 2l4 -4M0 8l8 -8M6 10l4 -4" className="stroke-ink" strokeWidth="1.5" />
  </g>,
  <path key="lines" d="M0 2h8M0 6h8" className="stroke-ink" strokeWidth="1.5" />,
] as const;
const OTHER = <path d="M0 0h8v8H0z" className="fill-edge" />;

/** Parts beyond the ones with a look of their own share one. */
export const fillOf = (id: string, index: number) => `url(#${id}-${Math.min(index, FILLS.length)})`;
export const FILL_COUNT = FILLS.length;

/** Ink has a line of paper round it, patterns one of ink. */
export const edgeOf = (index: number) => (index === 0 ? 'stroke-surface' : 'stroke-ink');

/** The patterns that `fillOf` refers to; `id` is of the chart. */
export function Fills({ id }: { id: string }) {
  return (
    <defs>
      {[...FILLS, OTHER].map((fill, index) => (
        <pattern
          key={fill.key ?? 'other'}
          id={`${id}-${index}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <path d="M0 0h8v8H0z" className="fill-surface" />
          {fill}
        </pattern>
      ))}
    </defs>
  );
}

/** A part of the key below a title. */
export function Swatch({ id, index }: { id: string; index: number }) {
  return (
    <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
      <rect x="0.5" y="0.5" width="15" height="15" fill={fillOf(id, index)} className="stroke-ink" />
    </svg>
  );
}
