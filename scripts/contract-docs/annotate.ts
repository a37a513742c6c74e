import { LecternError } from '#src/lib/errors.ts';
import type { FieldDoc } from './fields/field.ts';
import { findField } from './fields/index.ts';
import type { Json } from './schemas.ts';

/** Thrown if a field of the document has no description. */
class UndescribedFieldError extends LecternError {
  constructor(name: string) {
    super('CONTRACT_DOCS', `The field ${name} has no description. Add it to scripts/contract-docs/fields.`);
  }
}

/** Called with the key of each entry of the field documentation that is used. */
export type OnField = (key: string) => void;

/** Adds descriptions, units and examples to the fields of a schema. @throws UndescribedFieldError */
export function annotated(
  schema: Json,
  owner: string,
  onField: OnField = () => {},
  path: readonly string[] = [],
): Json {
  const walk = (part: unknown) => annotated(part as Json, owner, onField, path);
  const result: Json = { ...schema };
  for (const key of ['anyOf', 'oneOf'] as const)
    if (Array.isArray(schema[key]))
      result[key] = schema[key].map((form: Json) => annotated(form, owner, onField, [...path, ...kindOf(form)]));
  if (typeof schema['items'] === 'object') result['items'] = walk(schema['items']);
  const properties = schema['properties'] as Record<string, Json> | undefined;
  if (properties)
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => {
        const own = [...path, name];
        return [name, { ...annotated(part, owner, onField, own), ...notes(describe(owner, own, onField)) }];
      }),
    );
  return result;
}

/** The value of `kind` in one variant of a field. */
function kindOf({ properties }: { readonly properties?: { readonly kind?: Json } }): string[] {
  const kind = properties?.kind?.['const'];
  return typeof kind === 'string' ? [kind] : [];
}

/** Returns the description of a field. @throws UndescribedFieldError */
export function describe(owner: string, path: readonly string[], onField: OnField = () => {}): FieldDoc {
  const found = findField(owner, path);
  if (!found) throw new UndescribedFieldError(`${owner}.${path.join('.')}`);
  onField(found.key);
  return found.doc;
}

const notes = ({ text, example, unit, isHtml }: FieldDoc): Json => ({
  description: text,
  ...(unit === undefined ? {} : { 'x-unit': unit }),
  ...(isHtml ? { contentMediaType: 'text/html' } : {}),
  ...(example === undefined ? {} : { examples: [example] }),
});
