import * as v from 'valibot';
import { AdminError } from './error.ts';

/** The body as the schema has it. @throws AdminError invalid, with what is wrong by field */
export function checked<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AdminError('bad_request', 'The body has to be a JSON object.');
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const fields = Object.fromEntries(
    result.issues.toReversed().map((issue) => [v.getDotPath(issue) ?? 'body', issue.message]),
  );
  const list = Object.entries(fields).map(([field, message]) => `${field}: ${message}`);
  throw new AdminError('invalid', `This cannot be stored. ${list.join('; ')}`, { fields });
}
