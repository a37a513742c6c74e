import { requestPasswordReset } from '#src/stores/password-reset.ts';
import type { AreaT } from '../ui/use-island.ts';
import { emailProblem } from './field-problems.ts';
import { EmailField } from './fields.tsx';
import { SingleFieldForm } from './SingleFieldForm.tsx';
import { useSubmission } from './use-submission.ts';

interface ForgotFormProps {
  readonly t: AreaT<'account'>;
  readonly onBack: () => void;
}

/** Asks for a mail with a way to a new password. */
export function ForgotForm({ t, onBack }: ForgotFormProps) {
  const submission = useSubmission();
  return (
    <div className="login">
      {submission.done ? (
        <p role="status">{t('link-sent')}</p>
      ) : (
        <SingleFieldForm
          t={t}
          submission={submission}
          className="login-form"
          lead={t('forgot-lead')}
          action={t('send-link')}
          name="email"
          check={emailProblem}
          onValue={(email) => void submission.send(() => requestPasswordReset(email))}
          field={(wrong) => <EmailField t={t} error={wrong && t(wrong)} />}
        />
      )}
      <button type="button" className="login-link" onClick={onBack}>
        {t('back-to-sign-in')}
      </button>
    </div>
  );
}
