// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: groups of a drawing are not interactive.

import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { itemByKey } from '#web/ui/arrow-keys.ts';
import type { Bar, DrawingProps } from './chart-data.ts';

type BarLinkProps = Pick<DrawingProps, 'describe' | 'onPoint'> & {
  bar: Bar;
  /** Whether the tab key stops here. */
  isStop: boolean;
  children: ReactNode;
};

/** A bar as a link to the entries behind it; its value can be read from `data-value`. */
export function BarLink({ bar, isStop, describe, onPoint, children }: BarLinkProps) {
  const props = {
    'aria-label': describe(bar),
    'data-bar': bar.id,
    'data-value': bar.total,
    'data-mark': bar.mark ?? undefined,
    onPointerEnter: () => onPoint(bar.id),
    onPointerLeave: () => onPoint(undefined),
    onFocus: () => onPoint(bar.id),
    onBlur: () => onPoint(undefined),
  };
  if (!bar.to) {
    return (
      <g role="img" {...props}>
        {children}
      </g>
    );
  }
  return (
    <Link to={bar.to} tabIndex={isStop ? 0 : -1} className="group outline-offset-0!" {...props}>
      {children}
    </Link>
  );
}

/** The tab key stops once at a chart; arrow keys go from bar to bar. */
export const barKeys = (axis: 'vertical' | 'horizontal') => (event: KeyboardEvent<SVGElement>) => {
  const links = [...event.currentTarget.querySelectorAll<SVGAElement>('a')];
  const next = itemByKey(event, links, axis);
  if (!next) return;
  event.preventDefault();
  for (const link of links) link.setAttribute('tabindex', link === next ? '0' : '-1');
  next.focus();
};
