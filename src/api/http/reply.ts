import type { FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { matchesIfNoneMatch } from '#src/lib/http.ts';
import type { Log } from '#src/lib/log.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { isBusy } from '../store/database.ts';
import { ApiError } from './error.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends the data of a call. The response to a GET has an ETag, and is a 304 if the caller has the same data. */
export function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  data: unknown,
  cache: 'no-store' | 'no-cache',
): FastifyReply {
  const body = JSON.stringify({ success: 1, data, errors: [] });
  reply.header('cache-control', cache).type(JSON_TYPE);
  if (request.method === 'POST') return reply.send(body);
  const etag = etagOf(body);
  reply.header('etag', etag);
  return matchesIfNoneMatch(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body);
}

/** Returns a strong ETag: it is the same only for the same bytes. */
export const etagOf = (body: string | Uint8Array): string => `"${hash(body, 32)}"`;

/** Sends an error as the contract defines it. @param empty the call's empty data */
export function sendError(reply: FastifyReply, error: ApiError, empty: unknown): FastifyReply {
  const errors = error.messages.map((message) => ({ code: error.code, message }));
  const body = { success: 0, data: empty, errors, desc: error.messages[0] ?? '' };
  return reply
    .code(error.status)
    .headers({ 'cache-control': 'no-store', ...error.headers })
    .type(JSON_TYPE)
    .send(JSON.stringify(body));
}

/** Converts a thrown value to an error for the caller. Logs unexpected errors. */
export function toApiError(error: unknown, what: string, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  const status = statusOf(error);
  if (status === 413) return new ApiError('PAYLOAD_TOO_LARGE', 'The request is too large.');
  if (status >= 400 && status < 500) return new ApiError('BAD_REQUEST', messageOf(error));
  const storageError = storageErrorOf(error);
  if (storageError) {
    log.error(`${what} failed: ${storageError.message}`);
    return new ApiError('UNAVAILABLE', 'This cannot be saved right now. Please try again later.', {
      'retry-after': '60',
    });
  }
  if (isBusy(error)) {
    log.warn(`${what} failed because the database is temporarily unavailable: ${messageOf(error)}`);
    return new ApiError('UNAVAILABLE', 'Please try again in a moment.', { 'retry-after': '1' });
  }
  log.error(`${what} failed: ${messageOf(error)}`, error instanceof Error ? { stack: error.stack } : {});
  return new ApiError('INTERNAL', 'Something went wrong on our side.');
}

/** Returns the status of a thrown value. Errors of Fastify have one, such as 400 for a body that is not JSON. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
