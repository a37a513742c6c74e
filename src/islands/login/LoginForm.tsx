import { type FormEvent, useState } from 'react';
import { $isLogin, signIn, signOut, signUp } from '#src/stores/auth.ts';
import { $userInfo } from '#src/stores/local.ts';
import { type AreaT, type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { Field } from './Field.tsx';
import { faultKey } from './faults.ts';
import { returnPath } from './return-path.ts';

/** Texts: area `account`. */
export interface LoginFormProps extends IslandProps {
  readonly termsHref: string;
}

type Mode = 'sign-in' | 'sign-up';

/** Sign-in and sign-up; afterwards the visitor returns to where `?to=` says. */
export function LoginForm(props: LoginFormProps) {
  const { t, paths } = useIsland<'account'>(props);
  const [mode, setMode] = useState<Mode>('sign-in');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const signedIn = useStored($isLogin, false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const code = await send(mode, form);
    setBusy(false);
    setFault(code);
    if (code === undefined) location.assign(returnPath(location.search) ?? paths.myinfo());
  };

  if (signedIn && !busy) return <SignedIn t={t} />;
  return (
    <form className="login" method="post" onSubmit={(event) => void submit(event)}>
      <div className="login-modes">
        {(['sign-in', 'sign-up'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === mode} onClick={() => setMode(one)}>
            {t(one)}
          </button>
        ))}
      </div>
      <Fields t={t} mode={mode} />
      <p className="login-fault" role="alert">
        {fault !== undefined && t(faultKey(fault))}
      </p>
      <button type="submit" className="button" disabled={busy}>
        {t(busy ? 'wait' : mode)}
      </button>
      <p className="login-notice">
        <a href={props.termsHref}>{t('notice')}</a>
      </p>
    </form>
  );
}

/** @returns the code of what went wrong, or undefined when signed in */
function send(mode: Mode, form: FormData): Promise<string | undefined> {
  const field = (name: string) => String(form.get(name) ?? '');
  const credentials = { email: field('email'), password: field('password') };
  return mode === 'sign-in' ? signIn(credentials) : signUp({ ...credentials, name: field('name') });
}

function Fields({ t, mode }: { t: AreaT<'account'>; mode: Mode }) {
  const isNew = mode === 'sign-up';
  return (
    <>
      {isNew && <Field name="name" label={t('name')} autoComplete="nickname" maxLength={80} />}
      <Field name="email" type="email" label={t('email')} autoComplete="username" maxLength={254} required />
      <Field
        name="password"
        type="password"
        label={t('password')}
        hint={isNew ? t('password-hint') : undefined}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        minLength={isNew ? 8 : 1}
        maxLength={200}
        required
      />
    </>
  );
}

function SignedIn({ t }: { t: AreaT<'account'> }) {
  const user = useStored($userInfo, {});
  const name = 'name' in user ? user.name || user.email : '';
  return (
    <div className="login">
      <p>{t('signed-in-as', { name })}</p>
      <button type="button" className="button" onClick={() => void signOut()}>
        {t('sign-out')}
      </button>
    </div>
  );
}
