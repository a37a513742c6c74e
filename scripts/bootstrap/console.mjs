// @ts-check

/** @param {string} text Written as one line to standard error, never to standard output. */
export function say(text) {
  process.stderr.write(`lectern: ${text}\n`);
}

/** A reason not to go on that the user can act on: its message is printed without a stack. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number} exitCode 1 unexpected, 2 wrong use
   */
  constructor(message, exitCode) {
    super(message);
    this.name = 'Refusal';
    this.exitCode = exitCode;
  }
}

/**
 * Whether the system said that this user may not write there, or nobody may.
 * @param {unknown} error
 */
export const isForbidden = (error) =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code));
