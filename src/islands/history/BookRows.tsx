import { type ReactNode, useState } from 'react';
import type { BookReference } from '#src/contract/entities/book.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { AreaT } from '../ui/use-island.ts';
import { SortField } from './SortField.tsx';
import type { Sorting } from './sorted.ts';

/** From so many books on, a field finds one quicker than the eye. */
const SEARCH_FROM = 12;
const SORT_FROM = 3;
/** Rows at first, and with each step: a thousand at once would make a phone wait. */
const STEP = 100;

interface BookRowsProps<E> {
  readonly t: AreaT<'account'>;
  readonly entries: readonly E[];
  readonly sortings: readonly Sorting[];
  readonly order: (entries: readonly E[], sorting: Sorting) => readonly E[];
  readonly row: (entry: E) => ReactNode;
  /** Said where there is no entry at all. */
  readonly none?: string;
}

/** Books one below the other; a long list can be searched, and its order chosen. */
export function BookRows<E extends { readonly book: BookReference }>(props: BookRowsProps<E>) {
  const { t, entries, sortings, order, row, none } = props;
  const [wanted, setWanted] = useState('');
  const [sorting, setSorting] = useState<Sorting>('latest');
  const [most, setMost] = useState(STEP);
  const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const found = entries.filter(({ book }) => fold(book.title).includes(fold(wanted.trim())));
  return (
    <>
      <div className="book-tools">
        {entries.length >= SEARCH_FROM && (
          <input
            className="history-search"
            type="search"
            aria-label={t('search-list')}
            placeholder={t('search-list')}
            value={wanted}
            maxLength={200}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        )}
        {entries.length >= SORT_FROM && <SortField t={t} options={sortings} value={sorting} onChange={setSorting} />}
      </div>
      {found.length === 0 ? (
        <p className="page-lead" role="status">
          {entries.length === 0 ? none : t('search-none')}
        </p>
      ) : (
        <ul className="history">{order(found, sorting).slice(0, most).map(row)}</ul>
      )}
      {found.length > most && (
        <button type="button" className="button button-quiet" onClick={() => setMost(most + STEP)}>
          {t('more')}
        </button>
      )}
    </>
  );
}

/** Rows in the shape of what comes, until the browser has said what it kept. */
export function WaitingRows() {
  return (
    <div className="history-waiting" aria-busy="true">
      <Skeleton rows={3} />
    </div>
  );
}
