import { useState } from 'react';
import type { PaymentMethod, UnlockState } from '../state.ts';
import { OutOfCoins, type OutOfCoinsProps } from './OutOfCoins.tsx';

interface PaymentOptionsProps extends OutOfCoinsProps, Pick<UnlockState, 'vouchers' | 'voucher'> {
  readonly price: number;
  readonly coins: number;
  readonly busy: boolean;
  readonly pay: (method: PaymentMethod) => Promise<void>;
  /** Requests the balance again. */
  readonly again: () => void;
}

/**
 * The visitor's balance, and the ways to unlock the chapter. Asks for confirmation before using a voucher that is worth
 * more than the price.
 */
export function PaymentOptions(props: PaymentOptionsProps) {
  const { island, price, coins, vouchers, voucher, busy, pay, again, coinsUrl } = props;
  const { t } = island;
  const [asking, setAsking] = useState(false);
  if (vouchers === undefined && busy) return <p className="unlock-have">{t('wait')}</p>;
  if (vouchers === undefined)
    return (
      <>
        <p className="unlock-have" role="status">
          {t('failed-unlock')}
        </p>
        <button type="button" className="button" onClick={again}>
          {t('again')}
        </button>
      </>
    );
  const balance = { coins: t('coins', { count: coins }), vouchers: t('vouchers', { count: vouchers }) };
  const canPay = coins >= price;
  const worth = voucher?.coins ?? price;
  const spendVoucher = () => (worth > price && !asking ? setAsking(true) : void pay('voucher'));
  return (
    <>
      <p className="unlock-have" role="status">
        {t(asking ? 'unlock-worth' : 'unlock-have', asking ? { worth, price, rest: worth - price } : balance)}
      </p>
      <div className="unlock-ways">
        {vouchers > 0 && (
          <button type="button" className="button" disabled={busy} onClick={spendVoucher}>
            {t(asking ? 'unlock-use' : 'unlock-voucher')}
          </button>
        )}
        {asking && (
          <button type="button" className="button button-quiet" disabled={busy} onClick={() => setAsking(false)}>
            {t('unlock-keep')}
          </button>
        )}
        {canPay && !asking && (
          <button
            type="button"
            className={vouchers > 0 ? 'button button-quiet' : 'button'}
            disabled={busy}
            onClick={() => void pay('coins')}
          >
            {t('unlock-coins', { count: price })}
          </button>
        )}
      </div>
      {vouchers === 0 && !canPay && <OutOfCoins island={island} coinsUrl={coinsUrl} />}
    </>
  );
}
