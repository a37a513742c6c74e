import { LecternError } from '../../../lib/errors.ts';
import type { ErrorAnswer, ErrorCode } from '../../contract/answers.ts';

/** Errors that do not come from the API: no connection, a response that is not JSON, an error without a code. */
type LocalErrorCode = 'unreachable' | 'not_json' | '';

/** An error response of the admin's API. react-admin reads `status`, and shows `body.errors` next to the fields of a form. */
export class ApiError extends LecternError {
  declare readonly code: ErrorCode | LocalErrorCode;
  readonly status: number;
  readonly body: { readonly errors: Readonly<Record<string, string>> };
  /** The stored record, if somebody else has changed it (`changed`). */
  readonly current: Readonly<Record<string, unknown>> | undefined;
  /** A free name, if the name of a record to restore is taken. */
  readonly suggestion: string | undefined;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    { fields = {}, current, suggestion }: Partial<Pick<ErrorAnswer['error'], 'fields' | 'current' | 'suggestion'>> = {},
  ) {
    super(code, message);
    this.status = status;
    this.body = { errors: fields };
    this.current = current;
    this.suggestion = suggestion;
  }
}

/** Whether a save was refused because somebody else has changed the record. */
export const isChanged = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'changed';

interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a Blob is sent unchanged, with its type. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls the admin's API. The session is a cookie.
 * @param path below `/api/`, without a leading slash
 * @throws ApiError for an error response; with status 0 if the API is unreachable
 */
export async function call<T>(path: string, { method = 'GET', body, signal }: CallOptions = {}): Promise<T> {
  const response = await reach(`/api/${path}`, {
    method,
    headers: headersFor(method, body),
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const answer = await jsonOf(response);
  if (response.ok) return answer as T;
  throw errorOf(response, answer);
}

/** The API rejects writes without `x-lectern-admin`, which pages of other origins cannot send. */
function headersFor(method: string, body: unknown): Record<string, string> {
  const csrf = method === 'GET' ? {} : { 'x-lectern-admin': '1' };
  if (body === undefined) return { accept: 'application/json', ...csrf };
  const type = body instanceof Blob ? body.type : 'application/json';
  return { accept: 'application/json', 'content-type': type, ...csrf };
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, 'unreachable', 'Cannot reach the admin. Is `npm run admin` still running?');
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ApiError(
      response.status,
      'not_json',
      `Unexpected response from the admin: ${response.status}, not JSON.`,
    );
  }
}

function errorOf(response: Response, answer: unknown): ApiError {
  // A proxy in front of the admin may respond with a different body.
  const { error } = (answer ?? {}) as Partial<ErrorAnswer>;
  const message = error?.message ?? `The admin responded with ${response.status} ${response.statusText}`.trim();
  return new ApiError(response.status, error?.code ?? '', message, error);
}
