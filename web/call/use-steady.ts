import { useEffect, useState } from 'react';
import { afterClick, whenStill } from './steady.ts';

/** This value, but a new one only once nobody is about to click: for what appears by itself and moves the page. */
export function useSteady<Value extends string | null>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    let isOver = false;
    void whenStill().then(() => afterClick(() => isOver || setShown(value)));
    return () => {
      isOver = true;
    };
  }, [value]);
  return shown;
}
