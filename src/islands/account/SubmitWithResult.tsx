import type { ReactNode } from 'react';
import type { Submission } from '../login/use-submission.ts';

interface SubmitWithResultProps {
  readonly sent: Submission;
  /** What is wrong, in words. */
  readonly error: string | undefined;
  /** What was done, in words. */
  readonly done: string;
  /** The button. */
  readonly children: ReactNode;
}

/** The end of a form: its button, and what came of it. */
export function SubmitWithResult({ sent, error, done, children }: SubmitWithResultProps) {
  return (
    <>
      <p className="form-error" role="alert">
        {error}
      </p>
      {children}
      <p className="account-done" role="status">
        {sent.done && done}
      </p>
    </>
  );
}
