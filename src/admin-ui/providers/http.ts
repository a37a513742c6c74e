import { LecternError } from '../../lib/errors.ts';

/** An answer of the admin's API that is an error. react-admin reads `status`, and `body.errors` beside the fields of a form. */
export class ApiError extends LecternError {
  readonly status: number;
  readonly body: { readonly errors: Readonly<Record<string, string>> };

  /** @param code permanent, such as `code_required`; '' where the answer had none */
  constructor(status: number, code: string, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(code, message);
    this.status = status;
    this.body = { errors: fields };
  }
}

interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a Blob as it is, with its type. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls the admin's API, whose session is a cookie.
 * @param path below `/api/`, without a slash at its beginning
 * @throws ApiError where it refuses, and with status 0 where it cannot be reached
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

/** A page of another origin cannot send the header, so that its writes are refused. */
function headersFor(method: string, body: unknown): Record<string, string> {
  const own = method === 'GET' ? {} : { 'x-lectern-admin': '1' };
  if (body === undefined) return { accept: 'application/json', ...own };
  const type = body instanceof Blob ? body.type : 'application/json';
  return { accept: 'application/json', 'content-type': type, ...own };
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, 'unreachable', 'The admin does not answer. Is `npm run admin` still running?');
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
      `The admin answered ${response.status} with something else than JSON.`,
    );
  }
}

function errorOf(response: Response, answer: unknown): ApiError {
  const { error } = (answer ?? {}) as { error?: { code?: string; message?: string; fields?: Record<string, string> } };
  const message = error?.message ?? `The admin answered ${response.status} ${response.statusText}`.trim();
  return new ApiError(response.status, error?.code ?? '', message, error?.fields);
}
