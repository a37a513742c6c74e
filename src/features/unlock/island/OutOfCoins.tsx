import type { Island } from '#src/shell/island/use-island.ts';

export interface OutOfCoinsProps {
  readonly island: Island<'account'>;
  /** Page where the brand sells coins. */
  readonly coinsUrl?: string | undefined;
}

/** What visitors who cannot pay can do next: buy coins, if sold, or use vouchers. */
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
