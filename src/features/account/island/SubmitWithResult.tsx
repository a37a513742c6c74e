import type { ReactNode } from 'react';
import type { Submission } from '#src/shell/island/use-submission.ts';

interface SubmitWithResultProps {
  readonly submission: Submission;
  /** Message shown after a failure; undefined if there is none. */
  readonly error: string | undefined;
  /** Message shown after a success. */
  readonly done: string;
  /** Label of the button. */
  readonly children: ReactNode;
}

/** The submit button of a form, followed by the result of the submission. */
export function SubmitWithResult({ submission, error, done, children }: SubmitWithResultProps) {
  return (
    <>
      <p className="form-error" role="alert">
        {error}
      </p>
      {children}
      <p className="account-done" role="status">
        {submission.done && done}
      </p>
    </>
  );
}
