import type { FastifyReply } from 'fastify';
import { isBusy, isTaken } from '#src/api/store/database.ts';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { AdminError } from './error.ts';
import type { AdminAnswer } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function sendAnswer(
  reply: FastifyReply,
  { status = 200, headers = {}, body, stream }: AdminAnswer,
): FastifyReply {
  if (stream) return reply.code(status).headers(headers).send(stream);
  reply.code(body === undefined ? 204 : status).headers(headers);
  if (body === undefined) return reply.send();
  return reply.type(JSON_TYPE).send(JSON.stringify(body));
}

export function sendAdminError(reply: FastifyReply, error: AdminError): FastifyReply {
  const { code, message, fields, status, headers } = error;
  const body = { error: { code, message, ...(fields && { fields }) } };
  return reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body));
}

/** Turns whatever was thrown into an error for the caller; an unexpected error is logged. */
export function toAdminError(error: unknown, what: string, log: Log): AdminError {
  if (error instanceof AdminError) return error;
  const refused = refusedByStore(error) ?? refusedByFastify(error);
  if (refused) return refused;
  if (isTaken(error)) return new AdminError('conflict', 'There is one of this name already.', { cause: error });
  const storage = storageErrorOf(error);
  if (storage) {
    log.error(`${what} failed: ${storage.message}`);
    return new AdminError('unavailable', `This cannot be saved at the moment: ${storage.message}`);
  }
  if (isBusy(error)) {
    log.warn(`${what} found no database that could do it now: ${messageOf(error)}`);
    return new AdminError('unavailable', 'Another program is writing. Try again in a moment.', {
      headers: { 'retry-after': '2' },
    });
  }
  log.error(`${what} failed: ${messageOf(error)}`, error instanceof Error ? { stack: error.stack } : {});
  return new AdminError('internal', 'Something went wrong in the admin; its log has the reason.');
}

function refusedByStore(error: unknown): AdminError | undefined {
  if (!(error instanceof LecternError)) return undefined;
  if (error.code === 'STORE_IN_USE' || error.code === 'STORE_NAME_TAKEN')
    return new AdminError('conflict', error.message, { cause: error });
  if (error.code !== 'STORE_REFUSED' && error.code !== 'STORE_BOOK_UNKNOWN') return undefined;
  return new AdminError('invalid', error.message, { cause: error });
}

/** Fastify's own errors carry their status, such as 400 for a body that is no JSON. */
function refusedByFastify(error: unknown): AdminError | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413) return new AdminError('too_large', 'That is too much at once.');
  if (status === 415)
    return new AdminError('unsupported_type', 'Send JSON, or for a cover the picture as it is, with its type.');
  return new AdminError('bad_request', messageOf(error));
}
