/** Documentation of a field or parameter, in addition to its schema. */
export interface FieldDoc {
  /** One or more sentences. */
  readonly text: string;
  /** An example. Not needed for objects and constants. */
  readonly example?: unknown;
  /** Unit of a number. */
  readonly unit?: string;
  /** Set for HTML. All other texts are plain. */
  readonly isHtml?: true;
}

/**
 * Fields by name. A name may be qualified by its owner, separated by a dot; the longest match applies. `Author.books`
 * only applies to authors, `updated_at` to every field with that name.
 */
export type FieldDocs = Readonly<Record<string, FieldDoc>>;

export const field = (text: string, example?: unknown): FieldDoc => ({
  text,
  ...(example === undefined ? {} : { example }),
});
export const number = (text: string, example: number, unit: string): FieldDoc => ({ text, example, unit });
export const html = (text: string, example: string): FieldDoc => ({ text, example, isHtml: true });
