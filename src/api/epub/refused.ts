import { LecternError } from '#src/lib/errors.ts';

export type RefusalCode =
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

/** A file that is not imported; the message says what happened, why, and what to do. */
export class EpubRefused extends LecternError {
  declare readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options: { cause?: unknown } = {}) {
    super(code, message, options);
  }
}
