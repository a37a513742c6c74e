import { type ReactNode, useState } from 'react';
import type { BookReference } from '#src/contract/entities/book.ts';
import { fold } from '#src/lib/fold-letters.ts';
import { NoBooks } from '#src/shell/island/NoBooks.tsx';
import { Skeleton } from '#src/shell/island/Skeleton.tsx';
import type { AreaT, Island } from '#src/shell/island/use-island.ts';
import { SEARCH_FROM, SORT_FROM } from './props.ts';
import type { Sorting } from './shelf-lists.ts';

interface SortFieldProps {
  readonly t: AreaT<'account'>;
  readonly options: readonly Sorting[];
  readonly value: Sorting;
  readonly onChange: (sorting: Sorting) => void;
}

function SortField({ t, options, value, onChange }: SortFieldProps) {
  const sortingOf = (name: string) => options.find((option) => option === name);
  return (
    <label className="book-sort">
      <span className="said">{t('sort-by')}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(sortingOf(currentTarget.value) ?? value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {t(`sort-${option}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * Number of rows shown initially, and added by each click on "Load more". Rendering a thousand rows at once would block
 * a phone.
 */
const STEP = 100;

interface BookRowsProps<E> {
  readonly t: AreaT<'account'>;
  readonly entries: readonly E[];
  readonly sortings: readonly Sorting[];
  readonly order: (entries: readonly E[], sorting: Sorting) => readonly E[];
  readonly row: (entry: E) => ReactNode;
  /** Text shown if there are no entries. */
  readonly none?: string;
}

/** A list of books in rows. A long list can be searched and sorted. */
export function BookRows<E extends { readonly book: BookReference }>(props: BookRowsProps<E>) {
  const { t, entries, sortings, order, row, none } = props;
  const [query, setQuery] = useState('');
  const [sorting, setSorting] = useState<Sorting>('latest');
  const [limit, setLimit] = useState(STEP);
  const matches = entries.filter(({ book }) => fold(book.title).includes(fold(query.trim())));
  return (
    <>
      <div className="book-tools">
        {entries.length >= SEARCH_FROM && (
          <input
            className="history-search"
            type="search"
            dir="auto"
            aria-label={t('search-list')}
            placeholder={t('search-list')}
            value={query}
            maxLength={200}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        )}
        {entries.length >= SORT_FROM && <SortField t={t} options={sortings} value={sorting} onChange={setSorting} />}
      </div>
      {matches.length === 0 ? (
        <p className="page-lead" role="status">
          {entries.length === 0 ? none : t('search-none')}
        </p>
      ) : (
        <ul className="history">{order(matches, sorting).slice(0, limit).map(row)}</ul>
      )}
      {matches.length > limit && (
        <button type="button" className="button button-quiet" onClick={() => setLimit(limit + STEP)}>
          {t('more')}
        </button>
      )}
    </>
  );
}

interface StoredBooksProps<E> {
  readonly island: Island<'account'>;
  /** The stored entries; null until they have been read from browser storage. */
  readonly entries: readonly E[] | null;
  readonly emptyImage: string;
  /** Texts shown with an empty list. */
  readonly title: string;
  readonly hint: string;
  readonly children: (entries: readonly E[]) => ReactNode;
}

/**
 * A list of books stored in the browser. Shows placeholder rows until storage has been read, and a text if the list is
 * empty.
 */
export function StoredBooks<E>({ island, entries, emptyImage, title, hint, children }: StoredBooksProps<E>) {
  if (entries !== null && entries.length === 0)
    return <NoBooks island={island} image={emptyImage} title={title} hint={hint} />;
  if (entries !== null) return children(entries);
  return (
    <div className="history-waiting" aria-busy="true">
      <Skeleton rows={3} />
    </div>
  );
}
