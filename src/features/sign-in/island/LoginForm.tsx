import { useCallback, useEffect, useState } from 'react';
import { type Island, type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $userInfo } from '#src/shell/state/local-storage.ts';
import { readProviderAnswer } from '../state/openid-sign-in.ts';
import { $isLogin, signOut } from '../state/sign-in.ts';
import { ProviderReturn } from './ProviderReturn.tsx';
import { ResetForm } from './ResetForm.tsx';
import { forgetQuery, returnPath } from './return-path.ts';
import { SignInForm } from './SignInForm.tsx';

/** `texts` contains texts of the area `account`. */
export interface LoginFormProps extends IslandProps {
  readonly termsHref: string;
}

/**
 * The parts of the address's query that change the form. The server cannot use them, because the page is prerendered.
 */
interface AddressQuery {
  readonly reset: string | null;
  readonly provider: boolean;
}

const NO_QUERY: AddressQuery = { reset: null, provider: false };

/** The content of the sign-in page. After signing in, the visitor is redirected to the path in `?to=`. */
export function LoginForm(props: LoginFormProps) {
  const island = useIsland<'account'>(props);
  const { t, paths } = island;
  const signedIn = useStored($isLogin, false);
  const [signedInHere, setSignedInHere] = useState(false);
  const [query, setQuery] = useState(NO_QUERY);
  useEffect(() => {
    const query = readQuery(location.search);
    setQuery(query);
    // The secret must not remain in the address, because the browser would send it to the next page in the referrer.
    if (query.reset !== null) forgetQuery();
  }, []);
  const leave = useCallback((to = returnPath(location.search)) => location.assign(to ?? paths.myinfo()), [paths]);
  // Visitors who sign in on this page are redirected. Visitors who were already signed in are not; they can sign out
  // here.
  const enter = useCallback(
    (to?: string) => {
      setSignedInHere(true);
      leave(to);
    },
    [leave],
  );
  const form = (
    <SignInForm t={t} termsHref={props.termsHref} to={returnPathOr(paths.myinfo())} onDone={() => enter()} />
  );
  if (query.reset !== null) return <ResetForm t={t} token={query.reset} onDone={() => enter(paths.myinfo())} />;
  if (query.provider)
    return (
      <ProviderReturn t={t} onDone={enter}>
        {form}
      </ProviderReturn>
    );
  return signedIn && !signedInHere ? <SignedIn island={island} leave={() => leave()} /> : form;
}

function readQuery(search: string): AddressQuery {
  return { reset: new URLSearchParams(search).get('reset'), provider: readProviderAnswer(search) !== undefined };
}

const returnPathOr = (fallback: string) =>
  typeof location === 'undefined' ? fallback : (returnPath(location.search) ?? fallback);

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
