import { useState } from 'react';
import { $isLogin, signOut } from '#src/stores/auth.ts';
import { $userInfo } from '#src/stores/local.ts';
import { type Island, type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { returnPath } from './return-path.ts';
import { SignInForm } from './SignInForm.tsx';

/** Texts: area `account`. */
export interface LoginFormProps extends IslandProps {
  readonly termsHref: string;
}

/** The sign-in as a page of its own; afterwards the visitor returns to where `?to=` says. */
export function LoginForm(props: LoginFormProps) {
  const island = useIsland<'account'>(props);
  const signedIn = useStored($isLogin, false);
  const [here, setHere] = useState(false);
  const leave = () => location.assign(returnPath(location.search) ?? island.paths.myinfo());
  // Whoever signs in here is led on; who comes signed in may stay, or sign out.
  const enter = () => {
    setHere(true);
    leave();
  };
  if (signedIn && !here) return <SignedIn island={island} leave={leave} />;
  return <SignInForm t={island.t} termsHref={props.termsHref} onDone={enter} />;
}

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
