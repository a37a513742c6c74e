import { type AnyCall, CALLS } from '#src/contract/index.ts';
import { emptyPage } from '#src/contract/paging.ts';
import { LecternError } from '#src/lib/errors.ts';
import { annotated, describe } from './annotate.ts';
import { ANSWER, EXTENDED, findAbsent } from './fields/index.ts';
import { limitsOf } from './limits.ts';
import { OBJECT_PAGES, OBJECTS, type ObjectGroup, placeOf } from './objects.ts';
import { annotatedSchemas } from './openapi.ts';
import { type Json, jsonSchema } from './schemas.ts';
import { table } from './table.ts';

/** Thrown if the tables cannot describe a field or object. */
class FieldTableError extends LecternError {
  constructor(message: string) {
    super('CONTRACT_DOCS', message);
  }
}

/** A field of an object. Fields of objects without a name of their own are included, such as `series.number`. */
interface Field {
  /** Name with those of its parents: `series.number`, `items[].id`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: Json;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
}

const HEAD = ['field', 'type', 'limits', 'required', 'without it, the site', 'meaning'];

/** Returns the section of each object of a group: its heading, description and table of fields. */
export function objectSections(group: ObjectGroup, onAbsent: (key: string) => void = () => {}): string {
  const schemas = annotatedSchemas();
  const undescribed = Object.keys(schemas).find((name) => !Object.values(OBJECTS).some((objects) => name in objects));
  if (undescribed !== undefined)
    throw new FieldTableError(
      `The object ${undescribed} has no description. Add it to scripts/contract-docs/objects.ts.`,
    );
  return Object.entries(OBJECTS[group])
    .map(([name, text]) => {
      const base = EXTENDED[name];
      const all = fieldsOf(schemas[name] ?? {});
      const own = base === undefined ? all : without(all, fieldsOf(schemas[base] ?? {}));
      const intro = base === undefined ? text : `${text} It has all fields of [${base}](${placeOf(base)}), and these:`;
      return `## ${name}\n\n${intro}\n\n${table(
        HEAD,
        own.map((field) => rowOf(name, field, onAbsent)),
      )}`;
    })
    .join('\n')
    .replaceAll(`](${OBJECT_PAGES[group]}#`, '](#');
}

/** Returns the fields that differ from those of the extended object. */
const without = (fields: readonly Field[], base: readonly Field[]): Field[] =>
  fields.filter(({ name, isOptional }) => !base.some((one) => one.name === name && one.isOptional === isOptional));

/** Returns the table of the data of the calls. A row applies to every call in its first column. */
export function answerTable(required: boolean, onAbsent: (key: string) => void = () => {}): string {
  const rows = callsThat(required).flatMap((call) => {
    const owner = call.name + ANSWER;
    return fieldsOf(annotated(jsonSchema(call.data), owner)).map((field) => [
      call.name,
      ...rowOf(owner, field, onAbsent),
    ]);
  });
  return table(['calls', ...HEAD], grouped(rows));
}

/** Returns the table of the parameters of the calls. A row applies to every call in its first column. */
export function parameterTable(required: boolean): string {
  const rows = callsThat(required).flatMap((call) =>
    fieldsOf(annotated(paramsOf(call), call.name)).map(({ name, path, schema, isOptional }) => {
      const initial = schema['default'] ? `no; default \`${schema['default']}\`` : 'no';
      const presence = isOptional || 'default' in schema ? initial : 'yes';
      return [
        call.name,
        `\`${name}\``,
        typeOf(schema),
        limitsOf(bare(schema)),
        presence,
        describe(call.name, path).text,
      ];
    }),
  );
  return table(['calls', 'parameter', 'type', 'limits', 'required', 'meaning'], grouped(rows));
}

const callsThat = (required: boolean) => CALLS.filter((call) => call.required === required);

/** Merges rows that differ only in their first cell, the call. */
function grouped(rows: readonly (readonly string[])[]): string[][] {
  const groups = Map.groupBy(rows, ([, ...cells]) => cells.join('\n'));
  return [...groups.values()].map((same) => [
    same.map(([call]) => `\`${call}\``).join(' '),
    ...(same[0] ?? []).slice(1),
  ]);
}

const paramsOf = (call: AnyCall): Json => jsonSchema(call.params);

/** Lists the fields of an object, with those of nested objects that have no name of their own. */
function fieldsOf(schema: Json, parents: readonly string[] = [], prefix = ''): Field[] {
  const variants = formsOf(schema).filter(({ type }) => type !== 'null');
  if (variants.length > 1 || schema['oneOf'])
    return variants.flatMap((variant) => {
      const kind = (variant['properties'] as Record<string, Json> | undefined)?.['kind']?.['const'];
      const path = typeof kind === 'string' ? [...parents, kind] : parents;
      return fieldsOf(variant, path, prefix).map((field) => ({ ...field, name: variantName(field.name, kind) }));
    });
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const required = (schema['required'] ?? []) as string[];
  return properties.flatMap(([key, part]) => {
    const [name, path] = [`${prefix}${key}`, [...parents, key]];
    const field = { name, path, schema: part, isOptional: !required.includes(key), isNullable: isNullable(part) };
    const inner = bare(part);
    const item = inner['type'] === 'array' ? bare(inner['items'] as Json) : inner;
    const nested =
      '$ref' in item || pageItem(item) ? [] : fieldsOf(item, path, `${name}${item === inner ? '' : '[]'}.`);
    return [field, ...nested];
  });
}

/** Returns the schema of the entries of a page; undefined if the schema is not that of a page. */
function pageItem(schema: Json): Json | undefined {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const isPage = Object.keys(properties).join() === Object.keys(emptyPage()).join();
  return isPage ? (properties['items']?.['items'] as Json) : undefined;
}

const variantName = (name: string, kind: unknown) => (name === 'kind' ? `kind: ${kind}` : `${kind} → ${name}`);

const formsOf = (schema: Json): Json[] => (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[];
const isNullable = (schema: Json) => formsOf(schema).some(({ type }) => type === 'null');

/** Returns the schema of a field without null, with the unit of the field. */
function bare(schema: Json): Json {
  const forms = formsOf(schema).filter(({ type }) => type !== 'null');
  const [only] = forms;
  if (forms.length !== 1 || !only) return schema;
  return 'x-unit' in schema ? { ...only, 'x-unit': schema['x-unit'] } : only;
}

function rowOf(owner: string, field: Field, onAbsent: (key: string) => void): string[] {
  const { path, schema } = field;
  const meaning = describe(owner, path).text;
  return [
    `\`${field.name}\``,
    typeOf(schema),
    limitsOf(bare(schema)),
    presence(field),
    absence(owner, field, onAbsent),
    meaning,
  ];
}

function presence({ isOptional, isNullable }: Field): string {
  if (isOptional) return isNullable ? 'no, or null' : 'no';
  return isNullable ? 'yes, or null' : 'yes';
}

/** Fields that are null only in a failed response. */
const IS_FAILURE = /null only in a failed response/;

function absence(owner: string, { path, isOptional, isNullable }: Field, onAbsent: (key: string) => void): string {
  if (!isOptional && !isNullable) return '';
  const found = findAbsent(owner, path);
  if (found) {
    onAbsent(found.key);
    return found.doc;
  }
  if (IS_FAILURE.test(describe(owner, path).text)) return 'treats the call as failed';
  throw new FieldTableError(
    `The field ${owner}.${path.join('.')} may be missing. Describe what the site does then in scripts/contract-docs/fields/absent.ts.`,
  );
}

/** Names the type of a field, with a link for objects that have a name. */
function typeOf(schema: Json): string {
  const part = bare(schema);
  const reference = part['$ref'];
  if (typeof reference === 'string') return link(reference.split('/').at(-1) ?? '');
  if ('const' in part) return `\`${JSON.stringify(part['const'])}\``;
  if (Array.isArray(part['enum'])) return part['enum'].map((value) => `\`${value}\``).join(', ');
  const item = pageItem(part);
  if (item) return `page of ${typeOf(item)}`;
  if (formsOf(part).length > 0) return formsOf(part).map(typeOf).join(' or ');
  if (part['type'] === 'array')
    return part['maxItems'] === 0 ? 'empty list' : `list of ${plural(typeOf(part['items'] as Json))}`;
  if (part['format'] === 'date-time') return 'time';
  return typeof part['type'] === 'string' ? part['type'] : 'any';
}

const plural = (type: string) => (/^[a-z]+$/.test(type) ? `${type}s` : type);
const link = (name: string) => `[${name}](${placeOf(name)})`;
