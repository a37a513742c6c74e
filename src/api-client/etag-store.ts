import type { AnyCall, Data, Result } from '#src/contract/index.ts';
import { readResponse, type Tolerance } from './response.ts';
import type { HttpRequest, HttpResponse } from './types.ts';

/**
 * ETags of earlier responses, by the request's target. `get` may give the ETag without the body where the store's
 * owner still has the data; the result of a 304 then has the call's empty data and `notModified`.
 */
export interface EtagStore {
  get(key: string): { readonly etag: string; readonly body?: string } | undefined;
  /** Called only with bodies that keep the contract whole. */
  set(key: string, etag: string, body: string): void;
}

export function withEtag(request: HttpRequest, store: EtagStore | undefined): HttpRequest {
  const known = store?.get(request.target);
  return known ? { ...request, headers: { ...request.headers, 'if-none-match': known.etag } } : request;
}

/** Reads the response to a request of `withEtag`, and stores a new ETag. */
export function readWithEtag<C extends AnyCall>(
  call: C,
  request: HttpRequest,
  response: HttpResponse,
  { store, tolerance }: { readonly store: EtagStore; readonly tolerance: Tolerance },
): Result<Data<C>> & { readonly notModified?: true } {
  const known = response.status === 304 ? store.get(request.target) : undefined;
  if (known) return { ...readStored(call, known.body), notModified: true };
  const result = readResponse(call, response, tolerance);
  if (result.success === 1 && !result.leftOut && response.etag !== undefined)
    store.set(request.target, response.etag, response.body);
  return result;
}

function readStored<C extends AnyCall>(call: C, body: string | undefined): Result<Data<C>> {
  if (body === undefined) return { success: 1, data: call.empty, errors: [], status: 304 };
  return readResponse(call, { status: 200, etag: undefined, contentType: undefined, body });
}
