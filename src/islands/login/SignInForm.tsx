import { type FormEvent, useEffect, useRef } from 'react';
import type { AreaT } from '../ui/use-island.ts';
import { Field } from './Field.tsx';
import { faultKey } from './faults.ts';
import { PasswordField } from './PasswordField.tsx';
import { useSignIn } from './use-sign-in.ts';

interface SignInFormProps {
  /** Texts: area `account`. */
  readonly t: AreaT<'account'>;
  readonly termsHref: string;
  /** Runs once signed in. */
  readonly onDone?: () => void;
}

/** Sign-in and sign-up; faults stand beside their fields, and the first of them gets the focus. */
export function SignInForm({ t, termsHref, onDone }: SignInFormProps) {
  const { mode, setMode, faults, refusal, busy, submit } = useSignIn(onDone);
  const form = useRef<HTMLFormElement>(null);
  const text = (key: Parameters<typeof t>[0] | undefined) => (key === undefined ? undefined : t(key));

  useEffect(() => {
    if (faults.email ?? faults.password) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(new FormData(event.currentTarget));
  };

  return (
    <form ref={form} className="login" method="post" noValidate aria-busy={busy} onSubmit={send}>
      <div className="login-modes">
        {(['sign-in', 'sign-up'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === mode} onClick={() => setMode(one)}>
            {t(one)}
          </button>
        ))}
      </div>
      {mode === 'sign-up' && <Field name="name" label={t('name')} autoComplete="nickname" maxLength={80} />}
      <Field
        name="email"
        type="email"
        label={t('email')}
        fault={text(faults.email)}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
      />
      <PasswordField t={t} fresh={mode === 'sign-up'} fault={text(faults.password)} />
      <p className="login-fault" role="alert">
        {refusal !== undefined && t(faultKey(refusal))}
      </p>
      <button type="submit" className="button" disabled={busy}>
        {t(busy ? 'wait' : mode)}
      </button>
      <p className="login-notice">
        <a href={termsHref}>{t('notice')}</a>
      </p>
    </form>
  );
}
