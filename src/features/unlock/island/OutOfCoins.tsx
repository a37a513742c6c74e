import type { Island } from '#src/shell/island/use-island.ts';

export interface OutOfCoinsProps {
  readonly island: Island<'account'>;
  /** Address of the page where the brand sells coins. */
  readonly coinsUrl?: string | undefined;
}

/** Tells visitors with too few coins what they can do: buy coins, if the brand sells them, or use a voucher. */
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
