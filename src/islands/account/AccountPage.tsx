import { useEffect } from 'react';
import { $isLogin, signOut } from '#src/stores/auth.ts';
import { $token, $userInfo } from '#src/stores/local.ts';
import { loadProfile } from '#src/stores/user.ts';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { LockedBooks, Recharges, Vouchers } from './lists.tsx';

export interface AccountPageProps extends IslandProps {
  /** Child of /myinfo filled from the account; null for the account itself. */
  readonly child: 'myLocked' | 'rechargeList' | 'voucherHistory' | null;
}

const NOBODY = {};
const LISTS = { myLocked: LockedBooks, rechargeList: Recharges, voucherHistory: Vouchers } as const;

/** The account area; signed out it leads to the sign-in and back. */
export function AccountPage(props: AccountPageProps) {
  const island = useIsland(props);
  const { t, paths } = island;
  const signedIn = useStored($isLogin, false);
  const user = useStored($userInfo, NOBODY);

  useEffect(() => {
    if ($token.get() === '') location.replace(`${paths.login()}?to=${encodeURIComponent(location.pathname)}`);
    else void loadProfile();
  }, [paths]);

  if (!signedIn || !('name' in user)) return <p className="account-wait">{t('loading')}</p>;
  if (props.child !== null) {
    const List = LISTS[props.child];
    return <List island={island} />;
  }
  return (
    <section className="account">
      <h2>{user.name || user.email}</h2>
      <p>{t('coins', { count: user.coins })}</p>
      <nav>
        <a href={paths.myinfo('myLocked')}>{t('my-locked')}</a>
        <a href={paths.myinfo('rechargeList')}>{t('recharge-list')}</a>
        <a href={paths.myinfo('voucherHistory')}>{t('voucher-history')}</a>
        <a href={paths.myinfo('teams_of_services')}>{t('terms')}</a>
        <a href={paths.myinfo('privacyPolicy')}>{t('privacy')}</a>
      </nav>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => void signOut().then(() => location.assign(paths.home()))}
      >
        {t('sign-out')}
      </button>
    </section>
  );
}
