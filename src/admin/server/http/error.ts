import type { ErrorCode } from '#src/admin/contract/answers.ts';
import { LecternError } from '#src/lib/errors.ts';

/** HTTP status of each error code. */
const ADMIN_ERRORS = {
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
  changed: 409,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  setup_required: 503,
} as const satisfies Readonly<Record<ErrorCode, number>>;

/** An error whose code and message are sent to the caller. */
export class AdminError extends LecternError {
  declare readonly code: ErrorCode;
  readonly status: number;
  /** Messages by field. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The stored record, if it differs from the values that the sender has seen. */
  readonly current: Readonly<Record<string, unknown>> | undefined;
  /** A free name, if the name of a record to restore is taken. */
  readonly suggestion: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: Readonly<Record<string, string>>;
      headers?: Readonly<Record<string, string>>;
      current?: Readonly<Record<string, unknown>>;
      suggestion?: string;
      cause?: unknown;
    } = {},
  ) {
    super(code, message, { cause: more.cause });
    this.status = ADMIN_ERRORS[code];
    this.fields = more.fields;
    this.headers = more.headers ?? {};
    this.current = more.current;
    this.suggestion = more.suggestion;
  }
}

/** @returns the value. @throws AdminError not_found if it is undefined */
export function orNotFound<T>(value: T | undefined, label: string): T {
  if (value === undefined) throw new AdminError('not_found', `This ${label} does not exist.`);
  return value;
}
