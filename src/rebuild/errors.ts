import { EXIT, LecternError } from '#src/lib/errors.ts';
import { type Finding, findingsText } from './publish-guard/finding.ts';

/** A page could not be rendered: exit code 1, and nothing is published. */
export class RenderError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('RENDER', message, options);
  }
}

/** The release must not go live: exit code 4. */
export class VerificationError extends LecternError {
  readonly findings: readonly Finding[];

  /** @param brand its id */
  constructor(findings: readonly Finding[], brand: string) {
    const text = `The release was refused, the live one stays:\n${findingsText(findings, brand)}`;
    super('VERIFICATION', text, { exitCode: EXIT.verification });
    this.findings = findings;
  }
}
