import { Suspense, useEffect, useRef } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { DEFAULT_LANGUAGE } from '#domain/languages.ts';
import { languageOfPath, type PageName, switchLanguage } from '#domain/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { changeLanguage, currentLanguage } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/language.ts';
import { rememberLanguage } from '../i18n/remember-language.ts';
import { MutationErrors } from './mutation-errors.tsx';
import { Starting } from './starting.tsx';

/** The paths of pages in this release. */
export type RoutedPage = Exclude<
  PageName,
  'features' | 'pricing' | 'contact' | 'tutorials' | 'privacy' | 'terms' | 'refund' | 'message' | 'scan'
>;
export type PageHandle = { page: RoutedPage };

/** What every page needs: the language of its path, a title, the focus on its heading. */
export function Root() {
  const { pathname, search, hash } = useLocation();
  const language = useLanguage();
  const pathLanguage = languageOfPath(pathname);
  // English paths have no prefix, those of the other languages have one.
  const isElsewhere = language === DEFAULT_LANGUAGE ? pathLanguage === language : !pathLanguage;
  usePathLanguage();
  useDocumentTitle();
  useFocusOnNewPage();

  return (
    <>
      {isElsewhere && (
        // Rendered next to the page, which stays mounted: a half-filled form survives a change of language.
        <Navigate replace to={{ pathname: switchLanguage(pathname, language), search, hash }} />
      )}
      <NavigationProgress />
      <Suspense fallback={<Starting />}>
        <Outlet />
      </Suspense>
      <MutationErrors />
      {/* A page that is loaded anew has the key "default": where the one before was scrolled to says nothing about it. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </>
  );
}

/** The first segment of the path decides; it is remembered for the next visit. */
function usePathLanguage() {
  const language = useLanguage();
  const pathLanguage = languageOfPath(useLocation().pathname);
  useEffect(() => {
    if (!pathLanguage || pathLanguage === currentLanguage()) return;
    // Without a connection the page stays in the language it has.
    changeLanguage(pathLanguage).catch(() => undefined);
  }, [pathLanguage]);
  useEffect(() => {
    document.documentElement.lang = language;
    rememberLanguage(language);
  }, [language]);
}

function useCurrentPage(): RoutedPage | 'notFound' {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return handle?.page ?? 'notFound';
}

function useDocumentTitle() {
  const { t } = useTranslation('nav');
  const title = t(`titles.${useCurrentPage()}`);
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}

/** Moves the focus to a new page's heading for screen readers; the browser announces the first page itself. */
function useFocusOnNewPage() {
  const page = useCurrentPage();
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const target = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
    target?.focus({ preventScroll: true });
  }, [page]);
}

/** A thin progress bar while the next page's code loads; not shown for fast ones. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 animate-[fade_200ms_150ms_both] bg-sunken"
    >
      <div className="h-full w-1/3 animate-pulse bg-ink" />
    </div>
  );
}
