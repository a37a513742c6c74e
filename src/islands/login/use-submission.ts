import { useState } from 'react';

export interface Submission {
  readonly busy: boolean;
  /** Code of what went wrong. */
  readonly error: string | undefined;
  /** It has been done. */
  readonly done: boolean;
  /** Sends, once at a time. @returns whether it was done */
  send(action: () => Promise<string | undefined>): Promise<boolean>;
}

/** A form that is sent, refused and sent again. */
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
