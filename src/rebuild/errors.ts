import { EXIT, LecternError } from '#src/lib/errors.ts';

/** A page could not be rendered: exit code 1, and nothing is published. */
export class RenderError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('RENDER', message, options);
  }
}

/** The release must not go live: exit code 4. */
export class VerificationError extends LecternError {
  /** @param problems what is wrong, one sentence each */
  constructor(problems: readonly string[]) {
    const list = problems.map((problem) => `  - ${problem}`).join('\n');
    super('VERIFICATION', `The release was refused, the live one stays:\n${list}`, { exitCode: EXIT.verification });
  }
}
