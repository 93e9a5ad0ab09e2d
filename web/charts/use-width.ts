import { useLayoutEffect, useRef, useState } from 'react';
import { useIsPrinting } from '#web/ui/use-is-printing.ts';

/** A4 less its margins, at 96 dots an inch. */
const PAPER_PX = 660;

/** The width a drawing has, so that its letters keep their size; of paper while it is printed. */
export function useWidth<Frame extends HTMLElement>() {
  const frame = useRef<Frame>(null);
  const [width, setWidth] = useState(0);
  const isPrinting = useIsPrinting();
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { frame, width: isPrinting ? PAPER_PX : width };
}
