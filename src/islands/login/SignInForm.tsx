import { useEffect, useState } from 'react';
import { $signInOptions, loadSignInOptions } from '#src/stores/sign-in-options.ts';
import type { AreaT } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { useSignIn } from './use-sign-in.ts';

interface SignInFormProps {
  /** Texts: area `account`. */
  readonly t: AreaT<'account'>;
  readonly termsHref: string;
  /** Path to come back to from elsewhere; by default this page. */
  readonly to?: string | undefined;
  /** Runs once signed in. */
  readonly onDone?: () => void;
}

const NONE = { reset: false, provider: null } as const;

/** Sign-in and sign-up, with the other ways there are. */
export function SignInForm({ t, termsHref, to, onDone }: SignInFormProps) {
  const signIn = useSignIn(onDone);
  const { mode, setMode } = signIn;
  const [forgot, setForgot] = useState(false);
  const { reset, provider } = useStored($signInOptions, NONE);
  useEffect(() => void loadSignInOptions(), []);

  if (forgot) return <ForgotForm t={t} onBack={() => setForgot(false)} />;
  return (
    <div className="login">
      <div className="login-modes">
        {(['sign-in', 'sign-up'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === mode} onClick={() => setMode(one)}>
            {t(one)}
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
      <p className="login-notice">
        <a href={termsHref}>{t('notice')}</a>
      </p>
    </div>
  );
}
