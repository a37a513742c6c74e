import { type FormEvent, useState } from 'react';
import { askForReset } from '#src/stores/reset.ts';
import type { AreaT } from '../ui/use-island.ts';
import { EmailField } from './EmailField.tsx';
import { faultKey } from './faults.ts';
import { emailFault } from './field-faults.ts';
import { useSent } from './use-sent.ts';

interface ForgotFormProps {
  readonly t: AreaT<'account'>;
  readonly onBack: () => void;
}

/** Asks for a mail with a way to a new password. */
export function ForgotForm({ t, onBack }: ForgotFormProps) {
  const [wrong, setWrong] = useState<ReturnType<typeof emailFault>>();
  const { busy, refusal, done, send } = useSent();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '');
    const fault = emailFault(email);
    setWrong(fault);
    if (fault === undefined) void send(() => askForReset(email));
  };
  return (
    <div className="login">
      {done ? (
        <p role="status">{t('link-sent')}</p>
      ) : (
        <form className="login-form" method="post" noValidate aria-busy={busy} onSubmit={submit}>
          <p>{t('forgot-lead')}</p>
          <EmailField t={t} fault={wrong && t(wrong)} />
          <p className="login-fault" role="alert">
            {refusal !== undefined && t(faultKey(refusal))}
          </p>
          <button type="submit" className="button" disabled={busy}>
            {t(busy ? 'wait' : 'send-link')}
          </button>
        </form>
      )}
      <button type="button" className="login-link" onClick={onBack}>
        {t('back-to-sign-in')}
      </button>
    </div>
  );
}
