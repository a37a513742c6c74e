import type { AnyCall, Data, Result } from '../index.ts';
import { readResponse, type Tolerance } from './response.ts';
import type { HttpRequest, HttpResponse } from './types.ts';

/**
 * Stores ETags of earlier responses by request target. `get` may omit the body if the caller still has the data. After
 * a 304, the result then contains the call's empty data and `notModified`.
 */
export interface EtagStore {
  get(key: string): { readonly etag: string; readonly body?: string } | undefined;
  /** Stores an ETag. Only called for responses that conform to the contract completely. */
  set(key: string, etag: string, body: string): void;
}

export function withEtag(request: HttpRequest, store: EtagStore | undefined): HttpRequest {
  const cached = store?.get(request.target);
  return cached ? { ...request, headers: { ...request.headers, 'if-none-match': cached.etag } } : request;
}

/** Reads the response to a request that `withEtag` created, and stores its ETag. */
export function readWithEtag<C extends AnyCall>(
  call: C,
  request: HttpRequest,
  response: HttpResponse,
  { store, tolerance }: { readonly store: EtagStore; readonly tolerance: Tolerance },
): Result<Data<C>> & { readonly notModified?: true } {
  const cached = response.status === 304 ? store.get(request.target) : undefined;
  if (cached) return { ...readStored(call, cached.body), notModified: true };
  const result = readResponse(call, response, tolerance);
  if (result.success === 1 && !result.leftOut && response.etag !== undefined)
    store.set(request.target, response.etag, response.body);
  return result;
}

function readStored<C extends AnyCall>(call: C, body: string | undefined): Result<Data<C>> {
  if (body === undefined) return { success: 1, data: call.empty, errors: [], status: 304 };
  return readResponse(call, { status: 200, etag: undefined, contentType: undefined, body });
}
