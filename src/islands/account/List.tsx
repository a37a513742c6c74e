import type { ReadableAtom } from 'nanostores';
import { type ReactNode, useEffect } from 'react';
import type { AccountList } from '#src/stores/user.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Island } from '../ui/use-island.ts';
import { useOnline } from '../ui/use-online.ts';
import { useStored } from '../ui/use-stored.ts';

export interface PageProps {
  readonly island: Island<'account'>;
  /** Drawing of the empty state. */
  readonly emptyImage: string;
}

interface ListProps<T> extends PageProps {
  readonly $list: ReadableAtom<AccountList<T>>;
  readonly load: () => Promise<void>;
  /** What will stand here once there is something. */
  readonly hint: string;
  readonly row: (item: T) => ReactNode;
}

const NOTHING = { state: 'idle', items: [], page: 0, total: 0 } as const;

/** A list of the account with its waiting, empty, error and offline states, and more on demand. */
export function List<T>({ island, emptyImage, $list, load, hint, row }: ListProps<T>) {
  const { t } = island;
  const list = useStored<AccountList<T>>($list, NOTHING);
  const online = useOnline();
  // What failed for want of a connection comes by itself when there is one.
  useEffect(() => {
    if (online) void load();
  }, [load, online]);

  const { state, items, total } = list;
  if (items.length === 0 && state === 'ready') return <Nothing island={island} image={emptyImage} hint={hint} />;
  const waiting = state === 'loading' || (state === 'idle' && online);
  return (
    <div className="account-list" aria-busy={waiting}>
      <ul>{items.map(row)}</ul>
      {waiting && items.length === 0 && <WaitingList island={island} />}
      {!waiting && state !== 'ready' && (
        <div className="account-fault" role="alert">
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

/** Rows in the shape of what comes. */
export function WaitingList({ island: { t } }: Pick<PageProps, 'island'>) {
  return (
    <div className="account-waiting" aria-busy="true">
      <p className="said">{t('loading')}</p>
      <span />
      <span />
      <span />
    </div>
  );
}

function Nothing({ island: { t, paths }, image, hint }: { island: Island<'account'>; image: string; hint: string }) {
  return (
    <div className="empty">
      <img src={image} alt="" width="240" height="180" />
      <h2>{t('nothing-yet')}</h2>
      <p>{hint}</p>
      <a className="button" href={paths.home()}>
        {t('find-book')}
      </a>
    </div>
  );
}
