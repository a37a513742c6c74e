import { LecternError } from '#src/lib/errors.ts';

/** The provider could not be asked, or what it said is not to be believed. */
export class OidcFault extends LecternError {
  declare readonly code: 'UNREACHABLE' | 'REFUSED';

  constructor(code: 'UNREACHABLE' | 'REFUSED', message: string, options: { cause?: unknown } = {}) {
    super(code, message, options);
  }
}

export const refused = (why: string): OidcFault => new OidcFault('REFUSED', why);
