import { useState } from 'react';

export interface Sent {
  readonly busy: boolean;
  /** Code of what went wrong. */
  readonly refusal: string | undefined;
  /** It has been done. */
  readonly done: boolean;
  /** Sends, once at a time. @returns whether it was done */
  send(action: () => Promise<string | undefined>): Promise<boolean>;
}

/** A form that is sent, refused and sent again. */
export function useSent(): Sent {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>();
  return {
    busy,
    refusal: outcome ?? undefined,
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
