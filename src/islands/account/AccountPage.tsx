import { useEffect, useRef } from 'react';
import { loadProfile } from '#src/stores/account-lists.ts';
import { deleteAccount } from '#src/stores/account-settings.ts';
import { $userInfo } from '#src/stores/local-storage.ts';
import { $isLogin, signOut } from '#src/stores/sign-in.ts';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { Account, NoProfile, ProfileSkeleton } from './Account.tsx';
import { LockedBooks, Recharges, Vouchers } from './account-lists.tsx';
import { ListSkeleton } from './ItemList.tsx';

/** Texts: area `account`. */
export interface AccountPageProps extends IslandProps {
  /** Child of /myinfo filled from the account; null for the account itself. */
  readonly child: 'myLocked' | 'rechargeList' | 'voucherHistory' | null;
  /** Drawing of the empty states. */
  readonly emptyImage: string;
  /** Shown where a book has no cover. */
  readonly defaultCover: string;
}

const LISTS = { myLocked: LockedBooks, rechargeList: Recharges, voucherHistory: Vouchers } as const;

/** The account area; signed out it leads to the sign-in and back. */
export function AccountPage(props: AccountPageProps) {
  const island = useIsland<'account'>(props);
  const { paths } = island;
  const { emptyImage, defaultCover } = props;
  const signedIn = useStored($isLogin, null);
  const user = useStored($userInfo, {});
  const leaving = useRef(false);

  useEffect(() => {
    if (signedIn) void loadProfile();
    else if (signedIn === false && !leaving.current) location.replace(signInPath(paths.login()));
  }, [signedIn, paths]);

  const leave: typeof signOut = async (options) => {
    leaving.current = true;
    const isSignedOut = await signOut(options);
    leaving.current = isSignedOut;
    if (isSignedOut) location.assign(paths.home());
    return isSignedOut;
  };

  const remove: typeof deleteAccount = async (secret) => {
    // Once the account is gone, so is the session: that leads home, and not to the sign-in.
    leaving.current = true;
    const code = await deleteAccount(secret);
    leaving.current = code === undefined;
    if (code === undefined) location.assign(paths.home());
    else if ($isLogin.get() === false) location.replace(signInPath(paths.login()));
    return code;
  };

  if (props.child !== null) {
    const List = LISTS[props.child];
    if (!signedIn) return <ListSkeleton island={island} covers={props.child === 'myLocked'} />;
    return <List island={island} emptyImage={emptyImage} defaultCover={defaultCover} />;
  }
  if (!signedIn) return <ProfileSkeleton island={island} />;
  return 'name' in user ? (
    <Account island={island} user={user} leave={leave} remove={remove} />
  ) : (
    <NoProfile island={island} />
  );
}

/** As src/browser/inline/sign-in-guard.js does. */
const signInPath = (login: string) => `${login}?to=${encodeURIComponent(location.pathname + location.search)}`;
