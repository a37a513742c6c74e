import type { FastifyReply } from 'fastify';
import type { ErrorAnswer } from '#src/admin/contract/answers.ts';
import { isBusy, isUniqueViolation } from '#src/api/store/database.ts';
import { NameTakenError } from '#src/api/store/writer/bin.ts';
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
  const { code, message, fields, status, headers, current, suggestion } = error;
  const more = {
    ...(fields && { fields }),
    ...(current && { current }),
    ...(suggestion !== undefined && { suggestion }),
  };
  const body: ErrorAnswer = { error: { code, message, ...more } };
  return reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body));
}

/** Converts any error to an error for the caller. Logs unexpected errors. */
export function toAdminError(error: unknown, what: string, log: Log): AdminError {
  if (error instanceof AdminError) return error;
  const refused = refusedByStore(error) ?? refusedByFastify(error);
  if (refused) return refused;
  if (isUniqueViolation(error)) return new AdminError('conflict', 'This name is already taken.', { cause: error });
  const storage = storageErrorOf(error);
  if (storage) {
    log.error(`${what} failed: ${storage.message}`);
    return new AdminError('unavailable', `This cannot be saved at the moment: ${storage.message}`);
  }
  if (isBusy(error)) {
    log.warn(`${what} failed because the database is temporarily unavailable: ${messageOf(error)}`);
    return new AdminError('unavailable', 'Another program is writing. Try again in a moment.', {
      headers: { 'retry-after': '2' },
    });
  }
  log.error(`${what} failed: ${messageOf(error)}`, error instanceof Error ? { stack: error.stack } : {});
  return new AdminError('internal', 'Something went wrong. See the log of the admin.');
}

function refusedByStore(error: unknown): AdminError | undefined {
  if (!(error instanceof LecternError)) return undefined;
  if (error instanceof NameTakenError)
    return new AdminError('conflict', error.message, { suggestion: error.suggestion, cause: error });
  if (error.code === 'STORE_IN_USE' || error.code === 'STORE_TAKEN_DOWN' || error.code === 'STORE_NAME_TAKEN')
    return new AdminError('conflict', error.message, { cause: error });
  if (error.code !== 'STORE_REFUSED' && error.code !== 'STORE_BOOK_UNKNOWN') return undefined;
  return new AdminError('invalid', error.message, { cause: error });
}

/** Converts Fastify's own errors, which have a status, such as 400 for invalid JSON. */
function refusedByFastify(error: unknown): AdminError | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413) return new AdminError('too_large', 'The request is too large.');
  if (status === 415)
    return new AdminError('unsupported_type', 'Send JSON, or the file itself for a cover, with its content type.');
  return new AdminError('bad_request', messageOf(error));
}
