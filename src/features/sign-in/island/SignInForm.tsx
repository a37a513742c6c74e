import { useEffect, useState } from 'react';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $signInOptions, loadSignInOptions } from '../state/sign-in-options.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { useSignIn } from './use-sign-in.ts';

interface SignInFormProps {
  /** Texts of the area `account`. */
  readonly t: AreaT<'account'>;
  readonly termsHref: string;
  /** Path to return to from the site of the OpenID provider; by default this page. */
  readonly to?: string | undefined;
  /** Called after the visitor has signed in. */
  readonly onDone?: () => void;
}

const NO_OPTIONS = { reset: false, provider: null } as const;

/** The forms to sign in and to sign up, and the other ways to sign in that the upstream offers. */
export function SignInForm({ t, termsHref, to, onDone }: SignInFormProps) {
  const signIn = useSignIn(onDone);
  const { mode, setMode } = signIn;
  const [forgot, setForgot] = useState(false);
  const { reset, provider } = useStored($signInOptions, NO_OPTIONS);
  useEffect(() => void loadSignInOptions(), []);

  if (forgot) return <ForgotForm t={t} onBack={() => setForgot(false)} />;
  return (
    <div className="login">
      <div className="login-modes">
        {(['sign-in', 'sign-up'] as const).map((option) => (
          <button key={option} type="button" aria-pressed={option === mode} onClick={() => setMode(option)}>
            {t(option)}
          </button>
        ))}
      </div>
      <CredentialsForm t={t} signIn={signIn} />
      {provider && <ProviderButton t={t} name={provider.name} to={to} />}
      {mode === 'sign-in' && reset && (
        <button type="button" className="login-link" onClick={() => setForgot(true)}>
          {t('forgot')}
        </button>
      )}
      {mode === 'sign-up' && (
        <p className="login-notice">
          <a href={termsHref}>{t('notice')}</a>
        </p>
      )}
    </div>
  );
}
