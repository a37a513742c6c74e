import { LecternError } from '#src/lib/errors.ts';

/** A text as HTML, before it is cleaned, and what it says of itself. */
export interface Manuscript {
  readonly html: string;
  readonly title?: string | undefined;
  readonly authors?: readonly string[] | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  /** Plain text. */
  readonly description?: string | undefined;
  readonly subjects?: readonly string[] | undefined;
  /** The same over all versions of the book. */
  readonly identifier?: string | undefined;
}

/** A file that is not imported; the message says what happened, why, and what to do. */
export class ManuscriptError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('MANUSCRIPT', message, options);
  }
}
