import { resetPassword } from '#src/stores/password-reset.ts';
import type { AreaT } from '../ui/use-island.ts';
import { newPasswordProblem } from './field-problems.ts';
import { PasswordField } from './fields.tsx';
import { SingleFieldForm } from './SingleFieldForm.tsx';
import { useSubmission } from './use-submission.ts';

interface ResetFormProps {
  readonly t: AreaT<'account'>;
  /** From the mail. */
  readonly token: string;
  /** Runs once the password is set and the visitor signed in. */
  readonly onDone: () => void;
}

/** Where the mail leads: a new password. */
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
