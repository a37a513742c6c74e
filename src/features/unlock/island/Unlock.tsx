import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { $isLogin, $loginDialog } from '#src/features/sign-in/state/sign-in.ts';
import { textDirection } from '#src/lib/text-direction.ts';
import { errorKeys, NETWORK_ERROR_KEYS } from '#src/shell/island/error-keys.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $userInfo } from '#src/shell/state/local-storage.ts';
import { createUnlock } from '../state.ts';
import { PaymentOptions } from './PaymentOptions.tsx';
import { SignInFirst } from './SignInFirst.tsx';

/** `texts` contains texts of the area `account`. */
export interface UnlockProps extends IslandProps {
  readonly bookId: number;
  readonly chapterId: number;
  /** Price of the chapter in coins. */
  readonly price: number;
  /** When the chapter becomes free, RFC 3339; null if unknown. */
  readonly freeFrom: string | null;
  /** Address of the page where the brand sells coins. */
  readonly coinsUrl?: string | undefined;
  readonly supportEmail: string;
  /** Path of this page. */
  readonly path: string;
  readonly termsHref: string;
}

const errorKey = errorKeys({
  NOT_ENOUGH_COINS: 'error-coins',
  NO_VOUCHER: 'error-voucher',
  VOUCHER_USED: 'error-voucher',
  ...NETWORK_ERROR_KEYS,
});

const INITIAL = { state: 'idle', html: null, vouchers: undefined, voucher: undefined, error: undefined } as const;

const LoginDialog = lazy(async () => ({
  default: (await import('#src/features/sign-in/island/LoginDialog.tsx')).LoginDialog,
}));

/**
 * Shows the text of a locked chapter in the page: immediately to visitors who have unlocked it, otherwise after they
 * pay with coins or a voucher.
 */
export function Unlock(props: UnlockProps) {
  const island = useIsland<'account'>(props);
  const { t, tag, mediaUrl } = island;
  const { bookId, chapterId, price, freeFrom, supportEmail } = props;
  const store = useMemo(
    () => createUnlock({ book_id: bookId, chapter_id: chapterId, price }),
    [bookId, chapterId, price],
  );
  const signedIn = useStored($isLogin, false);
  const user = useStored($userInfo, {});
  // Several islands of a page can open the sign-in dialog. This island renders the dialog only if it has opened it.
  const [asked, setAsked] = useState(false);
  const dialog = useStored($loginDialog, false);
  const { state, html, vouchers, voucher, error } = useStored(store.$unlock, INITIAL);
  // The payment options remain until the text is shown. Otherwise the page would briefly shrink, and its content would
  // jump.
  const [shown, setShown] = useState(false);

  const coins = 'coins' in user ? user.coins : 0;

  useEffect(() => {
    void store.load(signedIn);
  }, [signedIn, store]);
  useEffect(() => {
    if (!dialog) setAsked(false);
  }, [dialog]);
  useEffect(() => {
    if (html === null) return;
    void import('./show-text.ts')
      .then(({ showText }) => showText(chapterId, html, mediaUrl))
      .finally(() => setShown(true));
  }, [chapterId, html, mediaUrl]);

  if (state === 'open' && (html === null || shown))
    return (
      <p className="unlocked" role="status" dir={textDirection(tag)}>
        <Icon name="unlock" />
        {t('unlocked-now')}
      </p>
    );
  return (
    <section className="unlock" dir={textDirection(tag)} aria-label={t('unlock-title')} aria-busy={state !== 'idle'}>
      <p className="unlock-price">
        <Icon name="coins" />
        {t('unlock-price', { count: price })}
      </p>
      {freeFrom !== null && <p>{t('unlock-free-from', { day: dayOf(freeFrom, tag) })}</p>}
      {state === 'absent' && (
        <p>
          {t('unlock-absent')}{' '}
          <a className="plain-link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </p>
      )}
      {state !== 'absent' && signedIn && (
        <PaymentOptions
          island={island}
          price={price}
          vouchers={vouchers}
          voucher={voucher}
          busy={state !== 'idle'}
          coins={coins}
          coinsUrl={props.coinsUrl}
          pay={store.unlock}
          again={() => void store.load(true)}
        />
      )}
      {state !== 'absent' && !signedIn && (
        <SignInFirst
          island={island}
          path={props.path}
          afterwards={() => void store.load(true)}
          onAsk={() => setAsked(true)}
        />
      )}
      <p className="form-error" role="alert">
        {error !== undefined && t(errorKey(error))}
      </p>
      {dialog && asked && (
        <Suspense>
          <LoginDialog t={t} termsHref={props.termsHref} />
        </Suspense>
      )}
    </section>
  );
}

const dayOf = (moment: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
