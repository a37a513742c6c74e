import { EXIT, LecternError } from '#src/lib/errors.ts';
import { type Finding, findingsText } from '#src/publish/verify/publish-guard/finding.ts';

/** Thrown if a page could not be rendered. Nothing is published; the exit code is 1. */
export class RenderError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('RENDER', message, options);
  }
}

/** Thrown if the release must not go live. The exit code is 4. */
export class VerificationError extends LecternError {
  readonly findings: readonly Finding[];

  /** @param brand the brand's id */
  constructor(findings: readonly Finding[], brand: string) {
    const text = `The release was refused; the live one stays:\n${findingsText(findings, brand)}`;
    super('VERIFICATION', text, { exitCode: EXIT.verification });
    this.findings = findings;
  }
}
