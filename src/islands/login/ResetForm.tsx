import { type FormEvent, useState } from 'react';
import { resetPassword } from '#src/stores/reset.ts';
import type { AreaT } from '../ui/use-island.ts';
import { faultKey } from './faults.ts';
import { newPasswordFault } from './field-faults.ts';
import { PasswordField } from './PasswordField.tsx';
import { useSent } from './use-sent.ts';

interface ResetFormProps {
  readonly t: AreaT<'account'>;
  /** From the mail. */
  readonly token: string;
  /** Runs once the password is set and the visitor signed in. */
  readonly onDone: () => void;
}

/** Where the mail leads: a new password. */
export function ResetForm({ t, token, onDone }: ResetFormProps) {
  const [wrong, setWrong] = useState<ReturnType<typeof newPasswordFault>>();
  const { busy, refusal, send } = useSent();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    const fault = newPasswordFault(password);
    setWrong(fault);
    if (fault === undefined && (await send(() => resetPassword(token, password)))) onDone();
  };
  return (
    <form className="login login-form" method="post" noValidate aria-busy={busy} onSubmit={submit}>
      <p>{t('reset-lead')}</p>
      <PasswordField t={t} fresh label={t('new-password')} fault={wrong && t(wrong)} />
      <p className="login-fault" role="alert">
        {refusal !== undefined && t(faultKey(refusal))}
      </p>
      <button type="submit" className="button" disabled={busy}>
        {t(busy ? 'wait' : 'set-password')}
      </button>
    </form>
  );
}
