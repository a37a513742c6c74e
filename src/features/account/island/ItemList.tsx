import type { ReadableAtom } from 'nanostores';
import { type ReactNode, useEffect } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import { NoBooks } from '#src/shell/island/NoBooks.tsx';
import { Skeleton } from '#src/shell/island/Skeleton.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { useOnline } from '#src/shell/island/use-online.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import type { AccountList } from '../state/account-lists.ts';

export interface PageProps {
  readonly island: Island<'account'>;
  /** Address of the picture shown with an empty list. */
  readonly emptyImage: string;
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
}

interface ListProps<T> extends PageProps {
  readonly $list: ReadableAtom<AccountList<T>>;
  readonly load: () => Promise<void>;
  /** Text shown when the list is empty. It says what will appear in the list. */
  readonly hint: string;
  /** Whether rows have covers. */
  readonly covers?: boolean;
  readonly row: (item: T) => ReactNode;
}

const NOT_LOADED = { state: 'idle', items: [], page: 0, total: 0 } as const;

/** A list of account items with loading, empty, error and offline states, and a button to load more. */
export function ItemList<T>({ island, emptyImage, $list, load, hint, covers = false, row }: ListProps<T>) {
  const { t } = island;
  const list = useStored<AccountList<T>>($list, NOT_LOADED);
  const online = useOnline();
  // Retries when the browser is online again.
  useEffect(() => {
    if (online && ['idle', 'failed'].includes($list.get().state)) void load();
  }, [$list, load, online]);

  const { state, items, total } = list;
  if (items.length === 0 && state === 'ready')
    return <NoBooks island={island} image={emptyImage} title={t('nothing-yet')} hint={hint} />;
  const waiting = state === 'loading' || (state === 'idle' && online);
  return (
    <div className="account-list" aria-busy={waiting}>
      <ul>{items.map(row)}</ul>
      {waiting && items.length === 0 && <ListSkeleton island={island} covers={covers} />}
      {!waiting && state !== 'ready' && (
        <div className="account-error" role="alert">
          {!online && <Icon name="offline" />}
          <p>{t(online ? 'failed' : 'offline')}</p>
        </div>
      )}
      {items.length > 0 && items.length < total && state === 'ready' && <More t={t} text="more" load={load} />}
      {state === 'failed' && online && <More t={t} text="again" load={load} />}
      {state === 'loading' && items.length > 0 && <p className="account-wait">{t('loading')}</p>}
    </div>
  );
}

interface MoreProps {
  readonly t: Island<'account'>['t'];
  readonly text: 'more' | 'again';
  readonly load: () => Promise<void>;
}

function More({ t, text, load }: MoreProps) {
  return (
    <button type="button" className="button button-quiet" onClick={() => void load()}>
      {t(text)}
    </button>
  );
}

export function ListSkeleton({ island: { t }, covers }: Pick<PageProps, 'island'> & { covers: boolean }) {
  return (
    <div className="account-waiting" aria-busy="true">
      <p className="said">{t('loading')}</p>
      <Skeleton rows={3} covers={covers} />
    </div>
  );
}
