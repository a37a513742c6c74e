import { type ReactNode, useState } from 'react';
import type { BookReference } from '#src/contract/entities/book.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { AreaT } from '../ui/use-island.ts';

/** From so many books on, a field finds one quicker than the eye. */
const SEARCH_FROM = 12;

interface BookRowsProps<E> {
  readonly t: AreaT<'account'>;
  readonly entries: readonly E[];
  readonly row: (entry: E) => ReactNode;
}

/** Books one below the other; a long list can be searched. */
export function BookRows<E extends { readonly book: BookReference }>({ t, entries, row }: BookRowsProps<E>) {
  const [wanted, setWanted] = useState('');
  const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const shown = entries.filter(({ book }) => fold(book.title).includes(fold(wanted.trim())));
  return (
    <>
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
      {shown.length === 0 ? (
        <p className="page-lead" role="status">
          {t('search-none')}
        </p>
      ) : (
        <ul className="history">{shown.map(row)}</ul>
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
