import type { AnyCall, Data, Result } from '#src/contract/index.ts';
import { readAnswer } from './answer.ts';
import type { WireAnswer, WireRequest } from './types.ts';

/**
 * ETags of earlier answers, by the request's target. `get` may give the ETag alone where its owner still has the
 * data; then the result of an unchanged answer has the call's empty data, and `notModified`.
 */
export interface ConditionalStore {
  get(key: string): { readonly etag: string; readonly body?: string } | undefined;
  /** Only ever gets bodies that keep the contract. */
  set(key: string, etag: string, body: string): void;
}

export function withEtag(request: WireRequest, store: ConditionalStore | undefined): WireRequest {
  const kept = store?.get(request.target);
  return kept ? { ...request, headers: { ...request.headers, 'if-none-match': kept.etag } } : request;
}

/** Reads an answer to a request made by `withEtag`, and keeps the ETag of a new one. */
export function readConditional<C extends AnyCall>(
  call: C,
  request: WireRequest,
  answer: WireAnswer,
  store: ConditionalStore,
): Result<Data<C>> & { readonly notModified?: true } {
  const kept = answer.status === 304 ? store.get(request.target) : undefined;
  if (kept) return { ...readKept(call, kept.body), notModified: true };
  const result = readAnswer(call, answer);
  if (result.success === 1 && answer.etag !== undefined) store.set(request.target, answer.etag, answer.body);
  return result;
}

function readKept<C extends AnyCall>(call: C, body: string | undefined): Result<Data<C>> {
  if (body === undefined) return { success: 1, data: call.empty, errors: [], status: 304 };
  return readAnswer(call, { status: 200, etag: undefined, contentType: undefined, body });
}
