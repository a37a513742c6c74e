import { LecternError } from '#src/lib/errors.ts';
import type { FieldDoc } from './fields/field.ts';
import { findField } from './fields/index.ts';
import type { Json } from './schemas.ts';

/** A field of the document that nobody has described. */
class UndescribedFieldError extends LecternError {
  constructor(name: string) {
    super('CONTRACT_DOCS', `Nothing is said of the field ${name}. Add it to scripts/contract-docs/fields.`);
  }
}

/** Is told of every row of the tables that is used. */
export type OnField = (key: string) => void;

/** A schema whose fields have descriptions, units and examples. @throws UndescribedFieldError */
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

/** The constant by which a form of a field that has several is known. */
function kindOf({ properties }: { readonly properties?: { readonly kind?: Json } }): string[] {
  const kind = properties?.kind?.['const'];
  return typeof kind === 'string' ? [kind] : [];
}

/** What is said of a field. @throws UndescribedFieldError */
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
