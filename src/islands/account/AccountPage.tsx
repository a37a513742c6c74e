import { useEffect, useRef } from 'react';
import type { UserInfo } from '#src/contract/entities/visitor.ts';
import { $isLogin, signOut } from '#src/stores/auth.ts';
import { $userInfo } from '#src/stores/local.ts';
import { $profileState, loadProfile } from '#src/stores/user.ts';
import { type Island, type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { LockedBooks, Recharges, Vouchers } from './lists.tsx';

/** Texts: area `account`. */
export interface AccountPageProps extends IslandProps {
  /** Child of /myinfo filled from the account; null for the account itself. */
  readonly child: 'myLocked' | 'rechargeList' | 'voucherHistory' | null;
}

const LISTS = { myLocked: LockedBooks, rechargeList: Recharges, voucherHistory: Vouchers } as const;

/** The account area; signed out it leads to the sign-in and back. */
export function AccountPage(props: AccountPageProps) {
  const island = useIsland<'account'>(props);
  const { t, paths } = island;
  const signedIn = useStored($isLogin, null);
  const user = useStored($userInfo, {});
  const leaving = useRef(false);

  useEffect(() => {
    if (signedIn) void loadProfile();
    else if (signedIn === false && !leaving.current) location.replace(signInPath(paths.login()));
  }, [signedIn, paths]);

  const leave = async () => {
    leaving.current = true;
    await signOut();
    location.assign(paths.home());
  };

  if (!signedIn) return <p className="account-wait">{t('loading')}</p>;
  if (props.child !== null) {
    const List = LISTS[props.child];
    return <List island={island} />;
  }
  return 'name' in user ? <Account island={island} user={user} leave={leave} /> : <NoProfile island={island} />;
}

const signInPath = (login: string) => `${login}?to=${encodeURIComponent(location.pathname)}`;

interface AccountProps {
  readonly island: Island<'account'>;
  readonly user: UserInfo;
  readonly leave: () => Promise<void>;
}

function Account({ island: { t, paths }, user, leave }: AccountProps) {
  return (
    <section className="account">
      <h2>{user.name || user.email}</h2>
      <p>{t('coins', { count: user.coins })}</p>
      <nav aria-label={t('account-title')}>
        <a href={paths.myinfo('myLocked')}>{t('my-locked')}</a>
        <a href={paths.myinfo('rechargeList')}>{t('recharge-list')}</a>
        <a href={paths.myinfo('voucherHistory')}>{t('voucher-history')}</a>
        <a href={paths.myinfo('teams_of_services')}>{t('terms')}</a>
        <a href={paths.myinfo('privacyPolicy')}>{t('privacy')}</a>
      </nav>
      <button type="button" className="button button-quiet" onClick={() => void leave()}>
        {t('sign-out')}
      </button>
    </section>
  );
}

function NoProfile({ island: { t } }: { island: Island<'account'> }) {
  const state = useStored($profileState, 'idle');
  if (state !== 'failed') return <p className="account-wait">{t('loading')}</p>;
  return (
    <div className="account-wait" role="alert">
      <p>{t('fault-unknown')}</p>
      <button type="button" className="button button-quiet" onClick={() => void loadProfile()}>
        {t('again')}
      </button>
    </div>
  );
}
