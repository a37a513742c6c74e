/** What the documentation says about a field or parameter beyond its schema. */
export interface FieldDoc {
  /** Description of the field, in one or more sentences. */
  readonly text: string;
  /** An example value. Objects and constants do not need one. */
  readonly example?: unknown;
  /** Unit of the field, if it is a number. */
  readonly unit?: string;
  /** Set if the text is HTML. All other texts are plain. */
  readonly isHtml?: true;
}

/**
 * Fields by name. A name may be preceded by its owner and a dot. If several names match, the longest one applies.
 * `Author.books` only applies to authors, `updated_at` to every field with that name.
 */
export type FieldDocs = Readonly<Record<string, FieldDoc>>;

export const field = (text: string, example?: unknown): FieldDoc => ({
  text,
  ...(example === undefined ? {} : { example }),
});
export const number = (text: string, example: number, unit: string): FieldDoc => ({ text, example, unit });
export const html = (text: string, example: string): FieldDoc => ({ text, example, isHtml: true });
