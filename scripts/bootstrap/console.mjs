// @ts-check

/** @param {string} text Written as one line to standard error, never to standard output. */
export function say(text) {
  process.stderr.write(`lectern: ${text}\n`);
}

/** An error that the user can fix: its message is printed without a stack. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number} exitCode 1 unexpected error, 2 usage error
   */
  constructor(message, exitCode) {
    super(message);
    this.name = 'Refusal';
    this.exitCode = exitCode;
  }
}

/**
 * Whether the error means that this user may not write, or that the file system is read-only.
 * @param {unknown} error
 */
export const isForbidden = (error) =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code));
