import { emailProblem } from '#src/shell/island/field-problems.ts';
import { EmailField } from '#src/shell/island/fields.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useSubmission } from '#src/shell/island/use-submission.ts';
import { requestPasswordReset } from '../state/password-reset.ts';
import { SingleFieldForm } from './SingleFieldForm.tsx';

interface ForgotFormProps {
  readonly t: AreaT<'account'>;
  readonly onBack: () => void;
}

/** The form that requests an email with a link to reset the password. */
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
