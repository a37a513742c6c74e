import type { ReadableAtom } from 'nanostores';
import { type ReactNode, useEffect } from 'react';
import {
  $lockedBooks,
  $recharges,
  $vouchers,
  type AccountList,
  loadLockedBooks,
  loadRecharges,
  loadVouchers,
} from '#src/stores/user.ts';
import { formatTime } from '../ui/format-time.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

interface ListProps<T> {
  readonly island: Island<'account'>;
  readonly $list: ReadableAtom<AccountList<T>>;
  readonly load: () => Promise<void>;
  readonly row: (item: T) => ReactNode;
}

const NOTHING = { state: 'idle', items: [], page: 0, total: 0 } as const;

/** A list of the account with its loading, empty and error states, and more on demand. */
function List<T>({ island: { t }, $list, load, row }: ListProps<T>) {
  const list = useStored<AccountList<T>>($list, NOTHING);
  useEffect(() => void load(), [load]);
  const more = list.items.length < list.total;
  return (
    <div className="account-list" aria-busy={list.state === 'loading'}>
      <ul>{list.items.map(row)}</ul>
      {list.state === 'loading' && <p>{t('loading')}</p>}
      {list.state === 'ready' && list.items.length === 0 && <p>{t('nothing-yet')}</p>}
      {list.state === 'failed' && <p role="alert">{t('failed')}</p>}
      {(more || list.state === 'failed') && list.state !== 'loading' && (
        <button type="button" className="button button-quiet" onClick={() => void load()}>
          {t(list.state === 'failed' ? 'again' : 'more')}
        </button>
      )}
    </div>
  );
}

const dateOf = (time: string, tag: string) => formatTime(time, tag, { dateStyle: 'medium' });

export function LockedBooks({ island }: { island: Island<'account'> }) {
  const { t, paths } = island;
  return (
    <List
      island={island}
      $list={$lockedBooks}
      load={loadLockedBooks}
      row={({ book, unlocked_chapters, locked_chapters }) => (
        <li key={book.id}>
          <a href={paths.novel(book)}>{book.title}</a>
          <span>{t('unlocked', { count: unlocked_chapters, locked: locked_chapters })}</span>
        </li>
      )}
    />
  );
}

export function Recharges({ island }: { island: Island<'account'> }) {
  const { t, tag } = island;
  return (
    <List
      island={island}
      $list={$recharges}
      load={loadRecharges}
      row={({ id, coins, amount, state, created_at }) => (
        <li key={id}>
          <strong>{t('coins', { count: coins })}</strong>
          <span>{amount}</span>
          <span>{t(`recharge-${state}`)}</span>
          <time dateTime={created_at}>{dateOf(created_at, tag)}</time>
        </li>
      )}
    />
  );
}

export function Vouchers({ island }: { island: Island<'account'> }) {
  const { t, tag, paths } = island;
  return (
    <List
      island={island}
      $list={$vouchers}
      load={loadVouchers}
      row={({ id, name, coins, used_on, expires_at }) => (
        <li key={id}>
          <strong>{name}</strong>
          <span>{t('coins', { count: coins })}</span>
          {used_on ? (
            <a href={paths.novel(used_on)}>{used_on.title}</a>
          ) : (
            <span>{t('valid-until', { date: dateOf(expires_at, tag) })}</span>
          )}
        </li>
      )}
    />
  );
}
