import { SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { matchesSearch, nameOrder } from '#domain/names.ts';
import { useSearchText } from '#web/forms/search-params.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useImport } from '#web/importing/use-import.tsx';
import { Loaded, type LoadedQuery } from '#web/loading/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** A thousand cards at once would hold up the page. */
const CARDS_AT_FIRST = 120;
const GRID = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';

type CardListProps<Item extends { id: string }> = {
  /** The text area: title, add, search, count, found, noResults, empty. */
  area: 'employees' | 'locations';
  query: LoadedQuery<Item[]>;
  nameOf: (item: Item) => string;
  /** Text to search besides the name. */
  detailOf: (item: Item) => string | null;
  /** Whether the list counts as empty; by default, if it has no items. */
  isEmpty?: (items: Item[]) => boolean;
  /** How many items the list counts; by default all. */
  countOf?: (items: Item[]) => number;
  addIcon: ReactNode;
  emptyIcon: ReactNode;
  actions?: ReactNode;
  notice?: ReactNode;
  onAdd: () => void;
  /** Below the search, about the items that are shown. */
  toolbar?: (shown: Item[]) => ReactNode;
  /** Leaves out items; undefined if none are. `clearFilter` shows them again. */
  filter?: ((item: Item) => boolean) | undefined;
  clearFilter?: () => void;
  /** By default by name. */
  order?: ((a: Item, b: Item) => number) | undefined;
  /** Instead of the cards. */
  table?: (items: Item[]) => ReactNode;
  /** Renders one `li`. */
  children?: (item: Item) => ReactNode;
};

/** A page of cards with a name, and a search term in the URL. */
export function CardList<Item extends { id: string }>({
  area,
  query,
  nameOf,
  detailOf,
  isEmpty = (items) => items.length === 0,
  countOf = (items) => items.length,
  addIcon,
  emptyIcon,
  actions,
  notice,
  onAdd,
  toolbar,
  filter,
  clearFilter,
  order,
  table,
  children,
}: CardListProps<Item>) {
  const { t } = useTranslation([area, 'common']);
  const importing = useImport(area);
  const compare = nameOrder(useLanguage());
  const [search, setSearch] = useSearchText();
  const searched = useDeferredValue(search).trim();
  const items = query.data;
  const found = items
    ?.filter((item) => (!filter || filter(item)) && matchesSearch(searched, nameOf(item), detailOf(item)))
    .toSorted(order ?? ((a, b) => compare(nameOf(a), nameOf(b))));
  const isFiltered = searched !== '' || filter !== undefined;
  const [isWhole, setIsWhole] = useState(false);
  const cards = isWhole ? found : found?.slice(0, CARDS_AT_FIRST);
  const isUnused = items && isEmpty(items);
  // Where it stands depends on the list: a click on a button that moves away would be lost.
  const isKnown = items !== undefined || query.isError;
  const addButton = (
    <Button icon={addIcon} className={isKnown ? undefined : 'invisible'} onClick={onAdd}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          !isUnused && (
            <>
              {actions}
              {importing.button}
              {addButton}
            </>
          )
        }
      />
      <div className="mt-6 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SearchField
          label={t('search')}
          clearLabel={t('common:clear')}
          value={search}
          onValueChange={setSearch}
          className="sm:max-w-md"
        />
        <p role="status" className="figures min-h-5 text-ink-muted text-sm">
          {items &&
            found &&
            (isFiltered
              ? t('found', { found: found.length, total: items.length })
              : t('count', { count: countOf(items) }))}
        </p>
      </div>
      {!isUnused && found && toolbar?.(found)}
      <Loaded query={query} skeleton={<div className={GRID}>{SKELETON}</div>}>
        {() => (
          <>
            {notice}
            {found && found.length > 0 && table?.(found)}
            {cards && cards.length > 0 && children && <ul className={GRID}>{cards.map(children)}</ul>}
            {!table && found && cards && cards.length < found.length && (
              <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
                {t('showAll', { count: found.length })}
              </Button>
            )}
            {found?.length === 0 && isFiltered && (
              <EmptyState
                icon={<SearchX />}
                title={t('noResults.title')}
                text={searched ? t('noResults.text', { search: searched }) : undefined}
                action={
                  <Button
                    variant="secondary"
                    onClick={() => {
                      setSearch('');
                      clearFilter?.();
                    }}
                  >
                    {t('noResults.clear')}
                  </Button>
                }
              />
            )}
            {!isFiltered && isUnused && (
              <EmptyState
                icon={emptyIcon}
                title={t('empty.title')}
                text={t('empty.text')}
                action={
                  <>
                    {addButton}
                    {importing.button}
                  </>
                }
                className="mt-4"
              />
            )}
          </>
        )}
      </Loaded>
      {importing.dialog}
    </>
  );
}

const SKELETON = Array.from({ length: 6 }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
  <Card key={index} className="gap-3 p-4">
    <Skeleton className="h-5 w-1/2" />
    <Skeleton className="h-4 w-2/3" />
    <Skeleton className="h-6.5 w-24" />
  </Card>
));
