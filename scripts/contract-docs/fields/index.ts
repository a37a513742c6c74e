import { COMMON_FIELDS } from './common.ts';
import { CONTENT_FIELDS } from './content.ts';
import type { FieldDoc, FieldDocs } from './field.ts';
import { VISITOR_FIELDS } from './visitor.ts';

export const FIELDS: FieldDocs = { ...COMMON_FIELDS, ...CONTENT_FIELDS, ...VISITOR_FIELDS };

/**
 * Suffix that turns the name of a call into the owner of the response's fields, as opposed to parameters with the
 * same name.
 */
export const ANSWER = ' answer';

/** Entities that extend another entity, with the entity that they extend. */
const EXTENDED: Readonly<Record<string, string>> = { BookDetail: 'Book', ChapterContent: 'Chapter' };

/**
 * Finds the documentation of a field.
 * @param owner an entity, a call, or a call with `ANSWER`
 * @param path names of nested fields, starting at the owner; a variant is named by its `kind`
 */
export function findField(owner: string, path: readonly string[]): { key: string; doc: FieldDoc } | undefined {
  const owners = [owner, owner.replace(ANSWER, ''), EXTENDED[owner] ?? owner];
  const suffixes = path.map((_, start) => path.slice(start).join('.'));
  const keys = suffixes.flatMap((suffix) => [...owners.map((one) => `${one}.${suffix}`), suffix]);
  const key = keys.find((one) => Object.hasOwn(FIELDS, one));
  const doc = key === undefined ? undefined : FIELDS[key];
  return key === undefined || !doc ? undefined : { key, doc };
}
