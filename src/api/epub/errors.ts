import { LecternError } from '#src/lib/errors.ts';

export type EpubErrorCode =
  | 'not-epub'
  | 'truncated'
  | 'broken'
  | 'encrypted'
  | 'too-large'
  | 'too-many-files'
  | 'zip-bomb'
  | 'missing-container'
  | 'missing-package'
  | 'missing-spine'
  | 'missing-file'
  | 'no-chapters'
  | 'unsafe';

/** Thrown for a file that cannot be imported. The message says what happened, why, and what to do. */
export class EpubError extends LecternError {
  declare readonly code: EpubErrorCode;

  constructor(code: EpubErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(code, message, options);
  }
}
