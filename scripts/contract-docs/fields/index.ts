import { ABSENT_FIELDS } from './absent.ts';
import { COMMON_FIELDS } from './common.ts';
import { CONTENT_FIELDS } from './content.ts';
import type { FieldDocs } from './field.ts';
import { VISITOR_FIELDS } from './visitor.ts';

export const FIELDS: FieldDocs = { ...COMMON_FIELDS, ...CONTENT_FIELDS, ...VISITOR_FIELDS };

/**
 * Suffix that turns the name of a call into the owner of the response's fields, as opposed to parameters with the
 * same name.
 */
export const ANSWER = ' answer';

/** Entities that extend another entity, with the entity that they extend. */
export const EXTENDED: Readonly<Record<string, string>> = { BookDetail: 'Book', ChapterContent: 'Chapter' };

/**
 * Finds the documentation of a field.
 * @param owner an entity, a call, or a call with `ANSWER`
 * @param path names of nested fields, starting at the owner; a variant is named by its `kind`
 */
export const findField = (owner: string, path: readonly string[]) => find(FIELDS, owner, path);

/** Finds the description of what a site does without a field. */
export const findAbsent = (owner: string, path: readonly string[]) => find(ABSENT_FIELDS, owner, path);

function find<T>(
  docs: Readonly<Record<string, T>>,
  owner: string,
  path: readonly string[],
): { key: string; doc: T } | undefined {
  const owners = [owner, owner.replace(ANSWER, ''), EXTENDED[owner] ?? owner];
  const suffixes = path.map((_, start) => path.slice(start).join('.'));
  const keys = suffixes.flatMap((suffix) => [...owners.map((one) => `${one}.${suffix}`), suffix]);
  const key = keys.find((one) => Object.hasOwn(docs, one));
  const doc = key === undefined ? undefined : docs[key];
  return key === undefined || doc === undefined ? undefined : { key, doc };
}
