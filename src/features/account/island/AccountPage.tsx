import { useEffect, useRef } from 'react';
import { $isLogin, signOut } from '#src/features/sign-in/state/sign-in.ts';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $userInfo } from '#src/shell/state/local-storage.ts';
import { loadProfile } from '../state/account-lists.ts';
import { deleteAccount } from '../state/account-settings.ts';
import { Account, NoProfile, ProfileSkeleton } from './Account.tsx';
import { LockedBooks, Recharges, Vouchers } from './account-lists.tsx';
import { ListSkeleton } from './ItemList.tsx';

/** `texts` contains texts of the area `account`. */
export interface AccountPageProps extends IslandProps {
  /** Name of the subpage of /myinfo; null for /myinfo itself. */
  readonly child: 'myLocked' | 'rechargeList' | 'voucherHistory' | null;
  /** Address of the picture shown with an empty list. */
  readonly emptyImage: string;
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
}

const LISTS = { myLocked: LockedBooks, rechargeList: Recharges, voucherHistory: Vouchers } as const;

/**
 * The account area. Redirects signed-out visitors to the sign-in page, which redirects them back after they have signed
 * in.
 */
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
    // Deleting the account also ends the session. This flag redirects the visitor to the home page instead of the
    // sign-in page.
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

/** The sign-in page with this page as the return path. Must match src/shell/layout/sign-in-guard.inline.ts. */
const signInPath = (login: string) => `${login}?to=${encodeURIComponent(location.pathname + location.search)}`;
