import { LecternError } from '#src/lib/errors.ts';
import type { Json } from './schemas.ts';

/** Schemas by name, to resolve references. */
export type Schemas = Readonly<Record<string, Json>>;

/** Returns example values for a schema, built from the examples of its fields: one value for each variant. */
export function examplesOf(schema: Json, named: Schemas): unknown[] {
  if (Array.isArray(schema['examples'])) return [schema['examples'][0]];
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) return [schema['enum'][0]];
  const reference = schema['$ref'];
  if (typeof reference === 'string') return examplesOf(named[reference.split('/').at(-1) ?? ''] ?? {}, named);
  const forms = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (forms) return forms.filter(({ type }) => type !== 'null').flatMap((form) => examplesOf(form, named));
  if (schema['type'] === 'array') return [schema['maxItems'] === 0 ? [] : examplesOf(schema['items'] as Json, named)];
  if (schema['type'] === 'object') return objects(schema, named);
  throw new LecternError('CONTRACT_DOCS', `No example for ${JSON.stringify(schema)}.`);
}

/**
 * Returns example objects. The first one uses the first variant of each field. Each further object differs from it in
 * one field.
 */
function objects(schema: Json, named: Schemas): unknown[] {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(
    ([name, part]) => [name, examplesOf(part, named)] as const,
  );
  const first = Object.fromEntries(fields.map(([name, [value]]) => [name, value]));
  const others = fields.flatMap(([name, values]) => values.slice(1).map((value) => ({ ...first, [name]: value })));
  return [first, ...others];
}
