import type { Log } from '#src/lib/log.ts';
import { type AnyCall, REQUIRED_CALLS, type Result } from '../index.ts';

/** Time after which a missing call is tried again, because the upstream may have been updated. */
export const RETRY_MISSING_MS = 10 * 60_000;

const required = new Set(REQUIRED_CALLS.map((call) => call.name));

type FailedResult = Pick<Result<unknown>, 'status' | 'errors'>;

/** Whether a failed result means that the upstream lacks the call, rather than the requested resource. */
export function isMissing(call: AnyCall, { status, errors }: FailedResult): boolean {
  if (required.has(call.name)) return false;
  if (status === 405 || status === 501) return true;
  return status === 404 && !errors.some(({ code }) => code === 'NOT_FOUND');
}

interface MissingCallsOptions {
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
  /** Returns whether no other client of this process has reported this missing call. Default: always true. */
  readonly isFirstReport?: (name: string) => boolean;
}

/**
 * Creates a record of the optional calls that an upstream lacks. It logs each missing call once, at level `info`, because
 * the contract allows an upstream to lack it.
 */
export function createMissingCalls(log: Log, { now = Date.now, isFirstReport = () => true }: MissingCallsOptions = {}) {
  const triedAt = new Map<string, number>();
  const logged = new Set<string>();
  const succeeded = new Set<string>();
  return {
    has: (call: AnyCall) => triedAt.has(call.name),
    /** Whether the call may be sent. A missing call may be sent once per `RETRY_MISSING_MS`. */
    mayCall(call: AnyCall): boolean {
      const last = triedAt.get(call.name);
      if (last === undefined) return true;
      if (now() - last < RETRY_MISSING_MS) return false;
      triedAt.set(call.name, now());
      return true;
    },
    /**
     * The same as the function `isMissing`, except that a 404 without the code `CALL_ABSENT` means a missing resource
     * if the call has succeeded before.
     */
    isMissing(call: AnyCall, result: FailedResult): boolean {
      const isPlain = result.status === 404 && !result.errors.some(({ code }) => code === 'CALL_ABSENT');
      return isMissing(call, result) && !(isPlain && succeeded.has(call.name));
    },
    /** Adds calls, and logs those that are new in one line. */
    add(...calls: readonly AnyCall[]): void {
      const unlogged = calls.filter(({ name }) => !logged.has(name) && isFirstReport(name));
      for (const { name } of calls) {
        succeeded.delete(name);
        triedAt.set(name, now());
        logged.add(name);
      }
      const [first, ...others] = unlogged;
      if (!first) return;
      if (others.length === 0) log.info(`the upstream lacks ${first.name}: ${first.fallback}`);
      else
        log.info(
          `the upstream lacks ${unlogged.length} optional calls; docs/use/contract.md says what visitors get instead`,
          {
            calls: unlogged.map(({ name }) => name),
          },
        );
    },
    /** Records that the call has succeeded. */
    remove(call: AnyCall): void {
      succeeded.add(call.name);
      if (triedAt.delete(call.name)) log.info(`the upstream now has ${call.name}`);
    },
  };
}
