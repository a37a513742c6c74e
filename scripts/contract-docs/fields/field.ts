/** What openapi.json says of a field or parameter beside its schema. */
export interface FieldDoc {
  /** What it is: a sentence or more. */
  readonly text: string;
  /** A value that it may have; not needed where it is made of other fields, or a constant. */
  readonly example?: unknown;
  /** What a number counts. */
  readonly unit?: string;
  /** The text is HTML; every other text is plain. */
  readonly isHtml?: true;
}

/**
 * Fields by name. A name may have what it is part of before it, with dots between: the longest that fits counts. So `Author.books`
 * is of authors alone, and `updated_at` is every field of that name.
 */
export type FieldDocs = Readonly<Record<string, FieldDoc>>;

export const field = (text: string, example?: unknown): FieldDoc => ({
  text,
  ...(example === undefined ? {} : { example }),
});
export const number = (text: string, example: number, unit: string): FieldDoc => ({ text, example, unit });
export const html = (text: string, example: string): FieldDoc => ({ text, example, isHtml: true });
