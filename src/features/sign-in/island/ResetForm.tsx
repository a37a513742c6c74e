import { newPasswordProblem } from '#src/shell/island/field-problems.ts';
import { PasswordField } from '#src/shell/island/fields.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useSubmission } from '#src/shell/island/use-submission.ts';
import { resetPassword } from '../state/password-reset.ts';
import { SingleFieldForm } from './SingleFieldForm.tsx';

interface ResetFormProps {
  readonly t: AreaT<'account'>;
  /** Token from the link in the email. */
  readonly token: string;
  /** Called when the password has been set and the visitor is signed in. */
  readonly onDone: () => void;
}

/** The form behind the link for a password reset. It sets a new password. */
export function ResetForm({ t, token, onDone }: ResetFormProps) {
  const submission = useSubmission();
  const reset = async (password: string) => {
    if (await submission.send(() => resetPassword(token, password))) onDone();
  };
  return (
    <SingleFieldForm
      t={t}
      submission={submission}
      className="login login-form"
      lead={t('reset-lead')}
      action={t('set-password')}
      name="password"
      check={newPasswordProblem}
      onValue={(password) => void reset(password)}
      field={(wrong) => <PasswordField t={t} fresh label={t('new-password')} error={wrong && t(wrong)} />}
    />
  );
}
