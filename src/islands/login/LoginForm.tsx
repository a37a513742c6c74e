import { type FormEvent, useState } from 'react';
import { $isLogin, signIn, signOut, signUp } from '#src/stores/auth.ts';
import { $userInfo } from '#src/stores/local.ts';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { returnPath } from './return-path.ts';

export interface LoginFormProps extends IslandProps {
  readonly termsHref: string;
}

type Mode = 'sign-in' | 'sign-up';

const NOBODY = {};

/** Sign-in and sign-up; afterwards the visitor returns to where `?to=` says. */
export function LoginForm(props: LoginFormProps) {
  const { t, paths } = useIsland(props);
  const [mode, setMode] = useState<Mode>('sign-in');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const signedIn = useStored($isLogin, false);
  const user = useStored($userInfo, NOBODY);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? '');
    const credentials = { email: field('email'), password: field('password') };
    setBusy(true);
    const code = mode === 'sign-in' ? await signIn(credentials) : await signUp({ ...credentials, name: field('name') });
    setBusy(false);
    setFault(code);
    if (code === undefined) location.assign(returnPath(location.search) ?? paths.myinfo());
  };

  if (signedIn) {
    return (
      <div className="login">
        <p>{t('signed-in-as', { name: 'name' in user ? user.name || user.email : '' })}</p>
        <button type="button" className="button" onClick={() => void signOut()}>
          {t('sign-out')}
        </button>
      </div>
    );
  }
  return (
    <form className="login" method="post" onSubmit={(event) => void submit(event)}>
      <div className="login-modes" role="tablist">
        {(['sign-in', 'sign-up'] as const).map((one) => (
          <button key={one} type="button" role="tab" aria-selected={one === mode} onClick={() => setMode(one)}>
            {t(one)}
          </button>
        ))}
      </div>
      {mode === 'sign-up' && <Field name="name" label={t('name')} autoComplete="nickname" />}
      <Field name="email" type="email" label={t('email')} autoComplete="email" required />
      <Field
        name="password"
        type="password"
        label={t('password')}
        hint={mode === 'sign-up' ? t('password-hint') : undefined}
        autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
        minLength={mode === 'sign-up' ? 8 : 1}
        required
      />
      <p className="login-fault" role="alert">
        {fault !== undefined && t(FAULTS[fault] ?? 'fault-unknown')}
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

/** Text keys of the codes a visitor can do something about. */
const FAULTS: Readonly<Record<string, string>> = {
  WRONG_CREDENTIALS: 'fault-credentials',
  EMAIL_TAKEN: 'fault-taken',
  BAD_REQUEST: 'fault-input',
  RATE_LIMITED: 'fault-often',
  CLIENT_TIMEOUT: 'fault-network',
  CLIENT_NETWORK: 'fault-network',
};

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly type?: string;
  readonly autoComplete: string;
  readonly minLength?: number;
  readonly required?: boolean;
}

function Field({ label, hint, name, ...input }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input name={name} maxLength={254} {...input} />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
