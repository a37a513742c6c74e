import { askForReset } from '#src/stores/reset.ts';
import type { AreaT } from '../ui/use-island.ts';
import { EmailField } from './EmailField.tsx';
import { emailFault } from './field-faults.ts';
import { SingleFieldForm } from './SingleFieldForm.tsx';
import { useSent } from './use-sent.ts';

interface ForgotFormProps {
  readonly t: AreaT<'account'>;
  readonly onBack: () => void;
}

/** Asks for a mail with a way to a new password. */
export function ForgotForm({ t, onBack }: ForgotFormProps) {
  const sent = useSent();
  return (
    <div className="login">
      {sent.done ? (
        <p role="status">{t('link-sent')}</p>
      ) : (
        <SingleFieldForm
          t={t}
          sent={sent}
          className="login-form"
          lead={t('forgot-lead')}
          action={t('send-link')}
          name="email"
          check={emailFault}
          onValue={(email) => void sent.send(() => askForReset(email))}
          field={(wrong) => <EmailField t={t} fault={wrong && t(wrong)} />}
        />
      )}
      <button type="button" className="login-link" onClick={onBack}>
        {t('back-to-sign-in')}
      </button>
    </div>
  );
}
