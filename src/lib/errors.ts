/** Exit codes of all commands (docs/use/commands.md). */
export const EXIT = { done: 0, failure: 1, usage: 2, upstream: 3, verification: 4, proxy: 5, store: 6 } as const;

/**
 * The base class of every error that Lectern throws on purpose. A subclass is named `…Error` and passes its code to
 * `super`.
 *
 * - `code` is permanent. Branch on the class or the code, never on the message.
 * - `message` describes what happened, why, and what to do.
 * - `cause` is the error that led to this one, as in any `Error`.
 * - `exitCode` is the exit code of a command that ends with this error. The default is 1.
 *
 * `runCommand` (lib/cli.ts) prints only the message of a `LecternError`. For any other error it also prints the stack,
 * because that is a bug.
 */
export class LecternError extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.exitCode = options.exitCode ?? EXIT.failure;
  }
}

/** Thrown for incorrect usage or configuration. The exit code is 2. */
export class ConfigError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('CONFIG', message, { ...options, exitCode: EXIT.usage });
  }
}

/** Whether an error is the system's error for a missing file, folder or program (`ENOENT`). */
export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The message of a thrown value, which is not necessarily an `Error`. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
