import * as v from 'valibot';
import { placeOfUnstorableText, UNSTORABLE_TEXT } from '#src/lib/storable-text.ts';
import { AdminError } from './error.ts';

/** Rejects text that no database can store, such as NUL. @throws AdminError bad_request */
export function checkText(input: unknown): void {
  const place = placeOfUnstorableText(input);
  if (place !== undefined) throw new AdminError('bad_request', `${place || 'The text'}: ${UNSTORABLE_TEXT}`);
}

/** Validates a request body. @throws AdminError bad_request if it is not an object; invalid, with messages by field */
export function parseBody<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AdminError('bad_request', 'The body must be a JSON object.');
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const fields = Object.fromEntries(
    result.issues.toReversed().map((issue) => [v.getDotPath(issue) ?? 'body', issue.message]),
  );
  const list = Object.entries(fields).map(([field, message]) => `${field}: ${message}`);
  throw new AdminError('invalid', `Invalid input. ${list.join('; ')}`, { fields });
}

/** Parses a JSON object in a query. @throws AdminError bad_request */
export function jsonObjectOf(text: string, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {}
  checkText(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new AdminError('bad_request', `${name}: must be a JSON object`);
}
