import type { Island } from '../ui/use-island.ts';

export interface OutOfCoinsProps {
  readonly island: Island<'account'>;
  /** Where the brand sells coins. */
  readonly coinsUrl?: string | undefined;
}

/** What whoever can pay neither way does next: coins where they are sold, and vouchers. */
export function OutOfCoins({ island: { t, paths }, coinsUrl }: OutOfCoinsProps) {
  return (
    <>
      <p>{t('unlock-poor')}</p>
      {coinsUrl !== undefined && (
        <div className="unlock-ways">
          <a className="button" href={coinsUrl}>
            {t('unlock-get-coins')}
          </a>
        </div>
      )}
      <p>
        {t('unlock-with-voucher')}{' '}
        <a className="plain-link" href={paths.myinfo('voucherHistory')}>
          {t('voucher-history')}
        </a>
      </p>
    </>
  );
}
