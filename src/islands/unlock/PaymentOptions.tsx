import type { PaymentMethod } from '#src/stores/unlock.ts';
import type { Island } from '../ui/use-island.ts';

interface PaymentOptionsProps {
  readonly island: Island<'account'>;
  readonly price: number;
  readonly coins: number;
  /** Undefined until known. */
  readonly vouchers: number | undefined;
  readonly busy: boolean;
  readonly pay: (way: PaymentMethod) => Promise<void>;
}

/** What the visitor has, and what the chapter can be opened with. */
export function PaymentOptions({ island: { t }, price, coins, vouchers, busy, pay }: PaymentOptionsProps) {
  if (vouchers === undefined) return <p className="unlock-have">{t(busy ? 'wait' : 'failed-unlock')}</p>;
  const has = { coins: t('coins', { count: coins }), vouchers: t('vouchers', { count: vouchers }) };
  const canPay = coins >= price;
  return (
    <>
      <p className="unlock-have">{t('unlock-have', has)}</p>
      <div className="unlock-ways">
        {vouchers > 0 && (
          <button type="button" className="button" disabled={busy} onClick={() => void pay('voucher')}>
            {t('unlock-voucher')}
          </button>
        )}
        {canPay && (
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
      {vouchers === 0 && !canPay && <p>{t('unlock-poor')}</p>}
    </>
  );
}
