/** Exit codes of every command (docs/architecture.md). */
export const EXIT = { done: 0, fault: 1, usage: 2, upstream: 3, refused: 4 } as const;

/** An error with a permanent code to branch on; its message says what happened, why and what to do. */
export class LecternError extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.exitCode = options.exitCode ?? EXIT.fault;
  }
}

/** Wrong use or configuration: exit code 2. */
export class ConfigError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('CONFIG', message, { ...options, exitCode: EXIT.usage });
  }
}

/** The system's error for a file, folder or program that is not there. */
export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
