import { COMMON_FIELDS } from './common.ts';
import { CONTENT_FIELDS } from './content.ts';
import type { FieldDoc, FieldDocs } from './field.ts';
import { VISITOR_FIELDS } from './visitor.ts';

export const FIELDS: FieldDocs = { ...COMMON_FIELDS, ...CONTENT_FIELDS, ...VISITOR_FIELDS };

/** What stands before the path of a field of a call's answer, so that a parameter of the same name may be another thing. */
export const ANSWER = ' answer';

/** Entities that have all fields of another one. */
const EXTENDED: Readonly<Record<string, string>> = { BookDetail: 'Book', ChapterContent: 'Chapter' };

/**
 * Finds what is said of a field.
 * @param owner an entity, a call, or a call with `ANSWER`
 * @param path names from the owner's field on; a form of a field that has several is named by its `kind`
 */
export function findField(owner: string, path: readonly string[]): { key: string; doc: FieldDoc } | undefined {
  const owners = [owner, owner.replace(ANSWER, ''), EXTENDED[owner] ?? owner];
  const suffixes = path.map((_, start) => path.slice(start).join('.'));
  const keys = suffixes.flatMap((suffix) => [...owners.map((one) => `${one}.${suffix}`), suffix]);
  const key = keys.find((one) => Object.hasOwn(FIELDS, one));
  const doc = key === undefined ? undefined : FIELDS[key];
  return key === undefined || !doc ? undefined : { key, doc };
}
