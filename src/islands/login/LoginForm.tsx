import { useCallback, useEffect, useState } from 'react';
import { $userInfo } from '#src/stores/local-storage.ts';
import { readProviderAnswer } from '#src/stores/openid-sign-in.ts';
import { $isLogin, signOut } from '#src/stores/sign-in.ts';
import { type Island, type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { ProviderReturn } from './ProviderReturn.tsx';
import { ResetForm } from './ResetForm.tsx';
import { forgetQuery, returnPath } from './return-path.ts';
import { SignInForm } from './SignInForm.tsx';

/** Texts: area `account`. */
export interface LoginFormProps extends IslandProps {
  readonly termsHref: string;
}

/** What the address asks for besides the sign-in; the server does not know it. */
interface AddressQuery {
  readonly reset: string | null;
  readonly provider: boolean;
}

const PLAIN: AddressQuery = { reset: null, provider: false };

/** The sign-in as a page of its own; afterwards the visitor returns to where `?to=` says. */
export function LoginForm(props: LoginFormProps) {
  const island = useIsland<'account'>(props);
  const { t, paths } = island;
  const signedIn = useStored($isLogin, false);
  const [here, setHere] = useState(false);
  const [query, setErrand] = useState(PLAIN);
  useEffect(() => {
    const found = readQuery(location.search);
    setErrand(found);
    // A secret does not stay in the address, from where the next page would have it as its referrer.
    if (found.reset !== null) forgetQuery();
  }, []);
  const leave = useCallback((to = returnPath(location.search)) => location.assign(to ?? paths.myinfo()), [paths]);
  // Whoever signs in here is led on; who comes signed in may stay, or sign out.
  const enter = useCallback(
    (to?: string) => {
      setHere(true);
      leave(to);
    },
    [leave],
  );
  const form = <SignInForm t={t} termsHref={props.termsHref} to={returning(paths.myinfo())} onDone={() => enter()} />;
  if (query.reset !== null) return <ResetForm t={t} token={query.reset} onDone={() => enter(paths.myinfo())} />;
  if (query.provider)
    return (
      <ProviderReturn t={t} onDone={enter}>
        {form}
      </ProviderReturn>
    );
  return signedIn && !here ? <SignedIn island={island} leave={() => leave()} /> : form;
}

function readQuery(search: string): AddressQuery {
  return { reset: new URLSearchParams(search).get('reset'), provider: readProviderAnswer(search) !== undefined };
}

const returning = (usual: string) => (typeof location === 'undefined' ? usual : (returnPath(location.search) ?? usual));

function SignedIn({ island: { t }, leave }: { island: Island<'account'>; leave: () => void }) {
  const user = useStored($userInfo, {});
  const name = 'name' in user ? user.name || user.email : '';
  return (
    <div className="login">
      <p>{name === '' ? t('signed-in') : t('signed-in-as', { name })}</p>
      <button type="button" className="button" onClick={leave}>
        {t('go-on')}
      </button>
      <button type="button" className="button button-quiet" onClick={() => void signOut()}>
        {t('sign-out')}
      </button>
    </div>
  );
}
