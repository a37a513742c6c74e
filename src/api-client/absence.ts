import { type AnyCall, REQUIRED_CALLS, type Result } from '#src/contract/index.ts';
import type { Log } from '#src/lib/log.ts';

/** An absent call is asked for again after this time: upstreams grow. */
export const ASK_AGAIN_MS = 10 * 60_000;

const required = new Set(REQUIRED_CALLS.map((call) => call.name));

/** Whether a failed result says that the upstream has no such call, and not just no such thing. */
export function saysAbsent(call: AnyCall, { status, errors }: Pick<Result<unknown>, 'status' | 'errors'>): boolean {
  if (required.has(call.name)) return false;
  if (status === 405 || status === 501) return true;
  return status === 404 && !errors.some(({ code }) => code === 'NOT_FOUND');
}

/** Remembers which optional calls an upstream lacks, and says each once. */
export function createAbsence(log: Log, now: () => number = Date.now) {
  const askedAt = new Map<string, number>();
  const told = new Set<string>();
  const answered = new Set<string>();
  return {
    has: (call: AnyCall) => askedAt.has(call.name),
    /** Whether the call may go out: always where nothing is known, an absent one once in `ASK_AGAIN_MS`. */
    mayAsk(call: AnyCall): boolean {
      const last = askedAt.get(call.name);
      if (last === undefined) return true;
      if (now() - last < ASK_AGAIN_MS) return false;
      askedAt.set(call.name, now());
      return true;
    },
    /** Whether a failed result of this call says that the upstream lacks it, by all that is known of it. */
    seenIn(call: AnyCall, result: Pick<Result<unknown>, 'status' | 'errors'>): boolean {
      const plain = result.status === 404 && !result.errors.some(({ code }) => code === 'CALL_ABSENT');
      return saysAbsent(call, result) && !(plain && answered.has(call.name));
    },
    note(call: AnyCall): void {
      answered.delete(call.name);
      askedAt.set(call.name, now());
      if (told.has(call.name)) return;
      told.add(call.name);
      log.warn(`upstream lacks ${call.name}; ${call.fallback}`);
    },
    /** It answered: from now on a plain 404 of it means that there is no such thing, not that there is no such call. */
    forget(call: AnyCall): void {
      answered.add(call.name);
      if (askedAt.delete(call.name)) log.info(`upstream has ${call.name} now`);
    },
  };
}

export type Absence = ReturnType<typeof createAbsence>;
