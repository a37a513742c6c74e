import { type FormEvent, useEffect, useRef } from 'react';
import { FORM_PATHS } from '#src/routes/plain-forms.ts';
import { signInErrorKey } from '#src/shell/island/error-keys.ts';
import { EmailField, Field, PasswordField } from '#src/shell/island/fields.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import type { SignIn } from './use-sign-in.ts';

interface CredentialsFormProps {
  readonly t: AreaT<'account'>;
  readonly signIn: SignIn;
}

/**
 * The form for email and password. Errors are shown next to their fields, and the first field with an error gets the
 * focus.
 */
export function CredentialsForm({ t, signIn }: CredentialsFormProps) {
  const { mode, problems, error, busy, submit } = signIn;
  const form = useRef<HTMLFormElement>(null);
  const text = (key: Parameters<typeof t>[0] | undefined) => (key === undefined ? undefined : t(key));

  useEffect(() => {
    if (problems.email ?? problems.password) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(new FormData(event.currentTarget));
  };

  return (
    <form
      ref={form}
      className="login-form"
      method="post"
      action={FORM_PATHS.signIn}
      noValidate
      aria-busy={busy}
      onSubmit={send}
    >
      {/* Sent if the form is submitted without the island. src/features/sign-in/sign-in-form.inline.ts fills in the
          values. */}
      <input type="hidden" name="locale" />
      <input type="hidden" name="to" />
      {mode === 'sign-up' && <Field name="name" label={t('name')} autoComplete="nickname" maxLength={80} />}
      <EmailField t={t} error={text(problems.email)} />
      <PasswordField t={t} fresh={mode === 'sign-up'} error={text(problems.password)} />
      <p className="form-error" role="alert">
        {error !== undefined && t(signInErrorKey(error))}
      </p>
      <button type="submit" className="button" disabled={busy}>
        {t(busy ? 'wait' : mode)}
      </button>
    </form>
  );
}
