import { type ComponentType, useEffect, useState } from 'react';
import { afterClick } from '#web/call/steady.ts';
import type { Area } from '#web/i18n/areas.ts';
import { loadAreas } from '#web/i18n/i18n.ts';

/** Loads a component. Must be stable between renders: a new function loads again. */
export type Load<Props> = () => Promise<ComponentType<Props>>;

/** Loads a component together with the texts it shows. */
export const withTexts =
  <Props>(areas: readonly Area[], load: Load<Props>): Load<Props> =>
  async () => {
    const [component] = await Promise.all([load(), loadAreas(areas)]);
    return component;
  };

/** A component whose code loads on first render; after a failure, on `retry` or when reconnected. */
export function useCode<Props>(load: Load<Props>) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const [Component, setComponent] = useState<ComponentType<Props>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    let isGone = false;
    load().then(
      (loaded) => afterClick(() => isGone || setComponent(() => loaded)),
      () => isGone || setHasFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [load, attempt]);
  const retry = () => {
    setHasFailed(false);
    setAttempt((count) => count + 1);
  };
  useEffect(() => {
    if (!hasFailed) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  });
  return { Component, hasFailed, retry };
}
