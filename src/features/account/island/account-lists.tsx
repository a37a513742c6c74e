import { formatTime } from '#src/lib/format-time.ts';
import {
  $lockedBooks,
  $recharges,
  $vouchers,
  loadLockedBooks,
  loadRecharges,
  loadVouchers,
} from '../state/account-lists.ts';
import { ItemList, type PageProps } from './ItemList.tsx';
import { LockedBookRow } from './LockedBookRow.tsx';
import { VoucherRow } from './VoucherRow.tsx';

export function LockedBooks(props: PageProps) {
  const { island, defaultCover } = props;
  return (
    <ItemList
      {...props}
      $list={$lockedBooks}
      load={loadLockedBooks}
      covers
      hint={island.t('locked-empty')}
      row={(item) => <LockedBookRow key={item.book.id} island={island} defaultCover={defaultCover} item={item} />}
    />
  );
}

export function Recharges(props: PageProps) {
  const { t, tag } = props.island;
  return (
    <ItemList
      {...props}
      $list={$recharges}
      load={loadRecharges}
      hint={t('recharge-empty')}
      row={({ id, coins, amount, state, created_at }) => (
        <li key={id}>
          <span className="row-main">
            <strong>{t('coins', { count: coins })}</strong>
            <time dateTime={created_at}>{formatTime(created_at, tag, { dateStyle: 'medium' })}</time>
          </span>
          <span className="row-side">
            <span className="amount">{amount}</span>
            <span className="state" data-state={state}>
              {t(`recharge-${state}`)}
            </span>
          </span>
        </li>
      )}
    />
  );
}

export function Vouchers(props: PageProps) {
  const { island } = props;
  return (
    <ItemList
      {...props}
      $list={$vouchers}
      load={loadVouchers}
      hint={island.t('voucher-empty')}
      row={(voucher) => <VoucherRow key={voucher.id} island={island} voucher={voucher} />}
    />
  );
}
