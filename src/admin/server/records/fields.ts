import * as v from 'valibot';
import { LOCALES, localeOfSection } from '#src/contract/locales.ts';
import { AdminError } from '../http/error.ts';

/** Fields shared by several kinds of records. */
export const Title = v.pipe(v.string(), v.trim(), v.nonEmpty('is required'), v.maxLength(300));
export const Names = v.array(Title);
export { Count, Id } from '#src/contract/entities/scalars.ts';

const SECTIONS = Object.values(LOCALES).map(({ section, name }) => `${section} (${name})`);

/** Section of a language. */
export const Section = v.pipe(
  v.number(`must be the section of a language: ${SECTIONS.join(', ')}`),
  v.check(
    (section) => localeOfSection(section) !== undefined,
    `must be the section of a language: ${SECTIONS.join(', ')}`,
  ),
);

/** An `invalid` error for one field. */
export const fieldError = (field: string, message: string): AdminError =>
  new AdminError('invalid', `${field}: ${message}`, { fields: { [field]: message } });
