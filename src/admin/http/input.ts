import * as v from 'valibot';
import { placeOfUnstorableText, UNSTORABLE_TEXT } from '#src/lib/storable-text.ts';
import { AdminError } from './error.ts';

/** Refuses text that no database could store, such as NUL. @throws AdminError bad_request */
export function checkText(given: unknown): void {
  const place = placeOfUnstorableText(given);
  if (place !== undefined) throw new AdminError('bad_request', `${place || 'The text'}: ${UNSTORABLE_TEXT}`);
}

/** The body as the schema has it. @throws AdminError invalid, with what is wrong by field */
export function checked<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AdminError('bad_request', 'The body must be a JSON object.');
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const fields = Object.fromEntries(
    result.issues.toReversed().map((issue) => [v.getDotPath(issue) ?? 'body', issue.message]),
  );
  const list = Object.entries(fields).map(([field, message]) => `${field}: ${message}`);
  throw new AdminError('invalid', `This cannot be stored. ${list.join('; ')}`, { fields });
}
