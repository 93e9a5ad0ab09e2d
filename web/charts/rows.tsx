// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements for groups and lists.
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: shapes of a drawing are not focusable.

import { clsx } from 'clsx';
import { scaleLinear } from 'd3-scale';
import { BarLink, barKeys } from './bar-link.tsx';
import { type DrawingProps, totalText } from './chart-data.ts';
import { edgeOf, fillOf } from './fills.tsx';
import { useWidth } from './use-width.ts';

/** From here on a label stands beside its bar, below it above. */
const WIDE_FROM = 520;
const WIDE = { height: 32, label: 220, barTop: 9, barHeight: 14, textY: 20 };
const NARROW = { height: 48, label: 0, barTop: 26, barHeight: 14, textY: 18 };
/** More bars than this scroll in a box of their own. */
const UNBOXED = 40;
/** A bold figure or letter, about. */
const LETTER = 8.5;

export function Rows(props: DrawingProps) {
  const { title, series, bars, unit, fillId } = props;
  const { frame, width } = useWidth<HTMLDivElement>();
  const size = width >= WIDE_FROM ? WIDE : NARROW;
  const valueWidth = 12 + LETTER * Math.max(...bars.map((bar) => totalText(bar, props).length));
  const most = Math.max(...bars.map(({ total, mark }) => Math.max(total, mark ?? 0)));
  const x = scaleLinear()
    .domain([0, most / unit || 1])
    .range([size.label, size.label ? width - valueWidth : width - 1]);
  const height = bars.length * size.height;
  return (
    <div
      ref={frame}
      className={clsx(
        bars.length > UNBOXED && 'max-h-[70dvh] overflow-y-auto print:max-h-none print:overflow-visible',
      )}
    >
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="group"
          aria-label={title}
          className="figures block text-sm print:h-auto print:w-full"
          onKeyDown={barKeys('vertical')}
        >
          {bars.map((bar, index) => {
            const top = index * size.height;
            const { barTop, barHeight, textY } = size;
            let from = 0;
            return (
              <g key={bar.id}>
                <BarLink {...props} bar={bar} isStop={index === 0}>
                  <rect
                    x="0"
                    y={top}
                    width={width}
                    height={size.height}
                    className="fill-transparent group-hover:fill-sunken"
                  />
                  {series.map(({ id }, part) => {
                    const value = bar.values[part] ?? 0;
                    if (value <= 0) return null;
                    const left = x(from / unit);
                    from += value;
                    return (
                      <rect
                        key={id}
                        data-series={id}
                        data-value={value}
                        x={left}
                        y={top + barTop}
                        width={x(from / unit) - left}
                        height={barHeight}
                        fill={fillOf(fillId, part)}
                        className={edgeOf(part)}
                      />
                    );
                  })}
                  {bar.mark != null && (
                    <line
                      x1={x(bar.mark / unit)}
                      x2={x(bar.mark / unit)}
                      y1={top + barTop - 3}
                      y2={top + barTop + barHeight + 3}
                      strokeWidth="3"
                      className="stroke-attention"
                    />
                  )}
                </BarLink>
                {/* The link has them as its name. */}
                <g aria-hidden="true" className="pointer-events-none fill-ink">
                  <svg
                    aria-hidden="true"
                    y={top}
                    width={size.label ? size.label - 8 : width - valueWidth}
                    height={size.height}
                  >
                    <text y={textY}>{bar.label}</text>
                  </svg>
                  <text x={width} y={top + textY} textAnchor="end" className="font-semibold">
                    {totalText(bar, props)}
                  </text>
                </g>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
