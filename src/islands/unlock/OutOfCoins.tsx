import type { Island } from '../ui/use-island.ts';

export interface OutOfCoinsProps {
  readonly island: Island<'account'>;
  /** RFC 3339; null where it is not known. */
  readonly freeFrom: string | null;
  /** Where the brand sells coins. */
  readonly coinsUrl?: string | undefined;
}

/** What whoever can pay neither way does next: coins where they are sold, vouchers, and waiting until the chapter is free. */
export function OutOfCoins({ island: { t, tag, paths }, freeFrom, coinsUrl }: OutOfCoinsProps) {
  return (
    <>
      {coinsUrl !== undefined && (
        <div className="unlock-ways">
          <a className="button" href={coinsUrl}>
            {t('unlock-get-coins')}
          </a>
        </div>
      )}
      <p>
        {t('unlock-poor')} {freeFrom !== null && t('unlock-free-from', { day: dayOf(freeFrom, tag) })}{' '}
        {t('unlock-with-voucher')}{' '}
        <a className="plain-link" href={paths.myinfo('voucherHistory')}>
          {t('voucher-history')}
        </a>
      </p>
    </>
  );
}

const dayOf = (moment: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(new Date(moment));
