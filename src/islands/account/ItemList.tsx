import type { ReadableAtom } from 'nanostores';
import { type ReactNode, useEffect } from 'react';
import type { AccountList } from '#src/stores/account-lists.ts';
import { Icon } from '../ui/Icon.tsx';
import { NoBooks } from '../ui/NoBooks.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Island } from '../ui/use-island.ts';
import { useOnline } from '../ui/use-online.ts';
import { useStored } from '../ui/use-stored.ts';

export interface PageProps {
  readonly island: Island<'account'>;
  /** Drawing of the empty state. */
  readonly emptyImage: string;
  /** Shown where a book has no cover. */
  readonly defaultCover: string;
}

interface ListProps<T> extends PageProps {
  readonly $list: ReadableAtom<AccountList<T>>;
  readonly load: () => Promise<void>;
  /** What will stand here once there is something. */
  readonly hint: string;
  /** Whether its rows have covers. */
  readonly covers?: boolean;
  readonly row: (item: T) => ReactNode;
}

const NOTHING = { state: 'idle', items: [], page: 0, total: 0 } as const;

/** A list of the account with its waiting, empty, error and offline states, and more on demand. */
export function ItemList<T>({ island, emptyImage, $list, load, hint, covers = false, row }: ListProps<T>) {
  const { t } = island;
  const list = useStored<AccountList<T>>($list, NOTHING);
  const online = useOnline();
  // What failed for want of a connection comes by itself when there is one.
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
