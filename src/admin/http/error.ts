import { LecternError } from '#src/lib/errors.ts';

/** Status by code of every error that the admin's API answers. */
export const ADMIN_ERRORS = {
  bad_request: 400,
  wrong_credentials: 401,
  code_required: 401,
  code_wrong: 401,
  signed_out: 401,
  forbidden: 403,
  wrong_origin: 403,
  wrong_host: 403,
  second_factor_required: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type AdminErrorCode = keyof typeof ADMIN_ERRORS;

/** An error that the caller is told. */
export class AdminError extends LecternError {
  readonly status: number;
  /** What is wrong with which field. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: AdminErrorCode,
    message: string,
    more: {
      fields?: Readonly<Record<string, string>>;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(code, message, { cause: more.cause });
    this.status = ADMIN_ERRORS[code];
    this.fields = more.fields;
    this.headers = more.headers ?? {};
  }
}

/** The value. @throws AdminError not_found where it is undefined */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new AdminError('not_found', `There is no such ${what}.`);
  return value;
}
