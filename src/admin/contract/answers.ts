import type { Role } from './roles.ts';

/** Responses of the API, except records (records.ts), publishing (publish.ts) and status (status.ts). */

/** The body of most responses. */
export interface Answer<T> {
  readonly data: T;
}

/** A page of a list. */
export interface ListAnswer<T> extends Answer<readonly T[]> {
  /** Number of records on all pages. */
  readonly total: number;
}

/** Error codes of the API. `ADMIN_ERRORS` on the server maps them to HTTP statuses. */
export type ErrorCode =
  | 'bad_request'
  | 'wrong_credentials'
  | 'code_required'
  | 'code_wrong'
  | 'signed_out'
  | 'forbidden'
  | 'wrong_origin'
  | 'wrong_host'
  | 'second_factor_required'
  | 'not_found'
  | 'conflict'
  | 'changed'
  | 'gone'
  | 'too_large'
  | 'unsupported_type'
  | 'invalid'
  | 'too_many'
  | 'internal'
  | 'unavailable'
  | 'setup_required';

export interface ErrorAnswer {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    /** Messages by field. */
    readonly fields?: Readonly<Record<string, string>>;
    /** A free name; set only if the name of a record to restore is taken. */
    readonly suggestion?: string;
    /** The stored record; set only if the code is `changed`. */
    readonly current?: Readonly<Record<string, unknown>>;
  };
}

/** The signed-in staff member and their permissions. */
export interface SessionAnswer {
  readonly user: {
    readonly id: number;
    readonly email: string;
    readonly name: string;
    readonly role: Role;
    readonly hasSecondFactor: boolean;
  };
  /** Permissions such as `books.change`. */
  readonly acts: readonly string[];
  /** Set until the account has a second factor, which is mandatory. */
  readonly second_factor_required?: true;
}

/** Somebody who has the same record open for editing. */
export interface OtherEditor {
  readonly name: string;
  /** Whether this is your own account, in another browser or tab. */
  readonly isYou: boolean;
}

/** A category of books, with its subcategories. */
export interface BookCategory {
  readonly name: string;
  readonly subs: readonly string[];
}

/** A new second factor, not yet confirmed. */
export interface FactorSecret {
  /** The secret, in Base32. */
  readonly secret: string;
  /** The `otpauth://…` address for the QR code. */
  readonly uri: string;
}

/** An invitation as returned to the invited person, with the second factor to set up. */
export interface OpenedInvitation extends FactorSecret {
  readonly email: string;
  readonly role: Role;
  /** Minimum length of the new password, in characters. */
  readonly minPasswordLength: number;
}

export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** A picture of a chapter: the attributes of its `img` element. */
export interface ChapterPicture {
  readonly src: string;
  readonly srcset?: string;
  readonly width?: string;
  readonly height?: string;
  readonly alt: string;
}

/** A chapter's text as it is stored. */
export interface CleanedText {
  readonly html: string;
}

/** A chapter's text as readers see it. */
export interface PreviewedText {
  readonly html: string;
}

/** An interface text that a brand can replace. */
export interface UsualText {
  /** Such as `common:home`. */
  readonly key: string;
  readonly text: string;
}
