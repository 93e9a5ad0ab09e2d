// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements for groups and lists.
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: shapes of a drawing are not focusable.

import { scaleBand, scaleLinear } from 'd3-scale';
import { BarLink, barKeys } from './bar-link.tsx';
import type { DrawingProps } from './chart-data.ts';
import { edgeOf, fillOf } from './fills.tsx';
import { useWidth } from './use-width.ts';

const HEIGHT = 240;
const TOP = 8;
const AXIS_LEFT = 48;
const AXIS_BOTTOM = 24;
/** Narrower columns can't be told apart: the drawing scrolls sideways. */
const MIN_STEP = 8;
const LETTER = 7;

export function Columns(props: DrawingProps) {
  const { title, series, bars, unit, formatUnit, fillId, isTight } = props;
  const { frame, width: room } = useWidth<HTMLDivElement>();
  const width = Math.max(room, AXIS_LEFT + bars.length * MIN_STEP);
  const most = Math.max(...bars.map(({ total, mark }) => Math.max(total, mark ?? 0)));
  const y = scaleLinear()
    .domain([0, most / unit || 1])
    .nice(4)
    .range([HEIGHT - AXIS_BOTTOM, TOP]);
  const x = scaleBand()
    .domain(bars.map(({ id }) => id))
    .range([AXIS_LEFT, width])
    .paddingInner(isTight ? 0 : 0.25)
    .paddingOuter(isTight ? 0 : 0.125);
  const zero = y(0);
  const thick = x.bandwidth();
  const longest = Math.max(...bars.map(({ short, label }) => (short ?? label).length));
  // As many labels as fit.
  const every = Math.ceil((longest * LETTER + 8) / x.step());
  return (
    <div
      ref={frame}
      className="overflow-x-auto"
      tabIndex={width > room ? 0 : undefined}
      role="group"
      aria-label={title}
    >
      {room > 0 && (
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          role="group"
          aria-label={title}
          className="figures block overflow-visible text-xs print:h-auto print:w-full"
          onKeyDown={barKeys('horizontal')}
        >
          <g aria-hidden="true" className="fill-ink-muted">
            {y.ticks(4).map((tick) => (
              <g key={tick}>
                <line x1={AXIS_LEFT} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-hairline" />
                <text x={AXIS_LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                  {formatUnit(tick)}
                </text>
              </g>
            ))}
            {bars.map(({ id, label, short = label }, index) =>
              index % every === 0 ? (
                <text key={id} x={(x(id) ?? 0) + thick / 2} y={HEIGHT - 6} textAnchor="middle">
                  {short}
                </text>
              ) : null,
            )}
          </g>
          {bars.map((bar, index) => {
            const left = x(bar.id) ?? 0;
            let from = 0;
            return (
              <BarLink key={bar.id} {...props} bar={bar} isStop={index === 0}>
                <rect
                  x={left}
                  y={TOP}
                  width={thick}
                  height={zero - TOP}
                  className="fill-transparent group-hover:fill-sunken"
                />
                {series.map(({ id }, part) => {
                  const value = bar.values[part] ?? 0;
                  if (value <= 0) return null;
                  const bottom = y(from / unit);
                  from += value;
                  return (
                    <rect
                      key={id}
                      data-series={id}
                      data-value={value}
                      x={left}
                      y={y(from / unit)}
                      width={thick}
                      height={bottom - y(from / unit)}
                      fill={fillOf(fillId, part)}
                      strokeWidth={thick > 6 ? 1 : 0.25}
                      className={edgeOf(part)}
                    />
                  );
                })}
                {bar.mark != null && (
                  <line
                    x1={left - 2}
                    x2={left + thick + 2}
                    y1={y(bar.mark / unit)}
                    y2={y(bar.mark / unit)}
                    strokeWidth="3"
                    className="stroke-attention"
                  />
                )}
              </BarLink>
            );
          })}
          <line x1={AXIS_LEFT} x2={width} y1={zero} y2={zero} className="stroke-ink" aria-hidden="true" />
        </svg>
      )}
    </div>
  );
}
