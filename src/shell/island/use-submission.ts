import { useState } from 'react';

export interface Submission {
  readonly busy: boolean;
  /** Error code of the last action. */
  readonly error: string | undefined;
  /** Whether the last action succeeded. */
  readonly done: boolean;
  /** Runs the action, unless one is already running. @returns whether it succeeded */
  send(action: () => Promise<string | undefined>): Promise<boolean>;
}

/** The state of a form's submission. The form can be sent again after an error. */
export function useSubmission(): Submission {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>();
  return {
    busy,
    error: outcome ?? undefined,
    done: outcome === null,
    async send(action) {
      if (busy) return false;
      setBusy(true);
      setOutcome(undefined);
      const code = await action();
      setBusy(false);
      setOutcome(code ?? null);
      return code === undefined;
    },
  };
}
