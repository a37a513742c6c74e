import * as v from 'valibot';
import { MAX_ALTERNATIVE_TITLES } from '#src/contract/entities/book.ts';
import { ChapterHtml } from '#src/contract/entities/chapter.ts';
import { Count, Id, Name, Text, Timestamp } from '#src/contract/entities/scalars.ts';
import { LecternError } from '#src/lib/errors.ts';
import { placeOfUnstorableText, UNSTORABLE_TEXT } from '#src/lib/storable-text.ts';
import { toTimestamp } from '../timestamp.ts';

const Section = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const Names = v.array(Name);
const Language = v.pipe(v.string(), v.minLength(2), v.maxLength(35));
const Key = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
const File = v.pipe(
  v.string(),
  v.regex(/^(covers|pictures)\/[A-Za-z0-9_][A-Za-z0-9._-]*$/, 'must be a file such as "covers/a.webp"'),
);

/** Converts a timestamp to the stored format: UTC with a fixed precision, so that timestamps can be sorted as texts. */
const StoredTime = v.pipe(
  Timestamp,
  v.transform((time) => toTimestamp(new Date(time))),
);

const BrandId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be the id of a brand'));

export const PUBLICATION = v.union(
  [v.picklist(['published', 'draft']), v.object({ from: StoredTime })],
  'must be published, draft, or a time such as 2026-03-01T04:05:06Z',
);

const Chapter = v.object({
  id: v.optional(Id),
  publication: v.optional(PUBLICATION),
  title: Name,
  part: v.nullable(Name),
  kind: v.picklist(['chapter', 'section']),
  html: ChapterHtml,
  words: Count,
  price: v.nullable(Count),
  freeFrom: v.optional(v.nullable(StoredTime)),
  updatedAt: StoredTime,
});

/** The rules of the contract for each field, so that every stored value is valid in responses. */
export const BOOK = v.object({
  key: Key,
  fingerprint: v.pipe(v.string(), v.minLength(1)),
  section: Section,
  title: Name,
  author: v.object({ name: Name, introduction: Text }),
  category: Name,
  subCategory: v.nullable(Name),
  genres: Names,
  tags: Names,
  keywords: Names,
  series: v.optional(v.nullable(v.object({ name: Name, number: v.nullable(v.pipe(v.number(), v.minValue(0))) }))),
  status: v.picklist(['finished', 'updating']),
  introduction: Text,
  language: Language,
  work: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(200)))),
  alternativeTitles: v.optional(v.pipe(Names, v.maxLength(MAX_ALTERNATIVE_TITLES))),
  originalTitle: v.optional(v.nullable(Name)),
  originalAuthor: v.optional(v.nullable(Name)),
  originalLanguage: v.optional(v.nullable(Language)),
  brands: v.optional(
    v.nullable(
      v.pipe(
        v.array(BrandId),
        v.minLength(1),
        v.check((ids) => new Set(ids).size === ids.length, 'must name each brand once'),
      ),
    ),
  ),
  rating: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(5))),
  ratingCount: v.optional(v.nullable(Count)),
  hot: Count,
  cover: v.nullable(
    v.object({
      file: File,
      widths: v.array(Count),
      tone: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(35)),
    }),
  ),
  source: v.nullable(Text),
  publishedAt: StoredTime,
  updatedAt: StoredTime,
  publication: v.optional(PUBLICATION),
  chapters: v.pipe(
    v.array(Chapter),
    v.check((chapters) => {
      const ids = chapters.flatMap(({ id }) => id ?? []);
      return new Set(ids).size === ids.length;
    }, 'must refer to each stored chapter at most once'),
  ),
});

export const GENRE = v.object({ section: Section, name: Name, introduction: Text, tags: Names });
export const KEYWORD = v.object({ section: Section, name: Name });

const editorial = { brand: v.nullable(Name), section: Section };
const Type = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/, 'must be lower-case letters, digits and hyphens'));

export const RANKING = v.object({ ...editorial, type: Type, typeName: Name, name: Name, books: v.array(Key) });
export const SHELF = v.object({
  ...editorial,
  name: Name,
  style: v.picklist(['row', 'ranked', 'pair', 'feature']),
  books: v.array(Key),
});
export const BANNER = v.object({ ...editorial, title: Name, subtitle: v.string(), image: v.nullable(File), book: Key });
export const HELP_EVENT = v.object({
  section: Section,
  book: Key,
  inviter: Name,
  needed: Count,
  helped: Count,
  expiresAt: StoredTime,
});

/** The reason is the message of responses for the book, so it is limited. */
export const TAKEDOWN = v.object({ reason: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(2000))) });

/**
 * Validates a value and returns it in its stored form.
 * @throws LecternError STORE_REFUSED naming every field that violates the contract, and why
 */
export function check<S extends v.GenericSchema>(schema: S, value: unknown, name: string): v.InferOutput<S> {
  const place = placeOfUnstorableText(value);
  if (place !== undefined)
    throw new LecternError('STORE_REFUSED', `"${name}" cannot be stored: ${place || 'value'}: ${UNSTORABLE_TEXT}`);
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'value'}: ${issue.message}`);
  throw new LecternError('STORE_REFUSED', `"${name}" cannot be stored: ${problems.join('; ')}`);
}
