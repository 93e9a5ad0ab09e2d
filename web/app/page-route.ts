import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { routePatterns } from '#domain/paths.ts';
import type { Area } from '../i18n/areas.ts';
import { loadPage } from './load-page.ts';
import type { PageHandle, RoutedPage } from './root.tsx';

/** A page under its path in every language; its code and texts load in parallel on the first visit. */
export const page = (
  name: RoutedPage,
  areas: Area[],
  load: () => Promise<{ Component: ComponentType }>,
): RouteObject[] =>
  routePatterns(name).map((path) => ({ path, handle: handleOf(name), lazy: () => loadPage(load, areas) }));

export const handleOf = (name: RoutedPage): PageHandle => ({ page: name });
