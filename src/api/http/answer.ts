import type { FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '#src/lib/errors.ts';
import { matchesIfNoneMatch } from '#src/lib/http.ts';
import type { Log } from '#src/lib/log.ts';
import { etagOf } from './etag.ts';
import { ApiFault } from './fault.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a call's data; an answer to GET carries a validator and is 304 where the caller has it already. */
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

/** Sends a failure in the contract's form; `empty` is the call's empty data. */
export function sendFault(reply: FastifyReply, fault: ApiFault, empty: unknown): FastifyReply {
  const errors = fault.messages.map((message) => ({ code: fault.code, message }));
  const body = { success: 0, data: empty, errors, desc: fault.messages[0] ?? '' };
  return reply
    .code(fault.status)
    .headers({ 'cache-control': 'no-store', ...fault.headers })
    .type(JSON_TYPE)
    .send(JSON.stringify(body));
}

/** Turns whatever was thrown into what the caller is told; a fault of ours is logged with its cause. */
export function faultOf(error: unknown, what: string, log: Log): ApiFault {
  if (error instanceof ApiFault) return error;
  const status = statusOf(error);
  if (status === 413) return new ApiFault('PAYLOAD_TOO_LARGE', 'That is too much at once.');
  if (status >= 400 && status < 500) return new ApiFault('BAD_REQUEST', messageOf(error));
  log.error(`${what} failed: ${messageOf(error)}`, error instanceof Error ? { stack: error.stack } : {});
  return new ApiFault('INTERNAL', 'Something went wrong on our side.');
}

/** Fastify's own errors (a body that is no JSON, say) carry the status they stand for. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
