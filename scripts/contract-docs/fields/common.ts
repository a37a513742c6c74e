import { DEFAULT_PAGE_SIZE, LENGTH_WORDS, MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import { type FieldDocs, field, number } from './field.ts';

const [, short] = LENGTH_WORDS.short;
const [, medium] = LENGTH_WORDS.medium;

/** Documentation of fields that many calls have. */
export const COMMON_FIELDS: FieldDocs = {
  id: field('Id, unique for its kind in the section and never reused.', 12),
  name: field('Display name.', 'Second Chances'),
  title: field('Display title.', 'The Lighthouse Keeper'),
  introduction: field(
    'A few sentences of introduction; line breaks are preserved.',
    'A keeper finds a letter in a bottle.',
  ),
  items: field('The entries, in display order.'),
  page: number('Page of the list, from 1. Pages after the last one have no items.', 1, 'pages'),
  page_size: number(
    `Entries per page, up to ${MAX_PAGE_SIZE}; default ${DEFAULT_PAGE_SIZE}. Every page except the last is full.`,
    DEFAULT_PAGE_SIZE,
    'entries',
  ),
  total: number('Number of entries on all pages: of the whole list, or with `since` of the changes.', 1, 'entries'),
  since: field(
    'Cursor of an earlier response: only changes since then are listed. An unknown or outdated cursor is a 400; the caller then reads the whole list.',
    's1-42',
  ),
  cursor: field('The value of `since` for the next call. Lists without a cursor are read in full each time.', 's1-57'),
  removed: field('Ids removed since the cursor, on the first page of a response to `since`.', [31]),
  status: field('`updating` if more chapters will follow, else `finished`.'),
  length: field(
    `By word count: \`short\` below ${short}, \`medium\` from ${short} to below ${medium}, \`long\` from ${medium}.`,
  ),
  order: field(
    '`hot`: editorial weight, highest first; `new`: first publication; `updated`: last change, latest first; `rating`: best first; `title`: A to Z. Equal books are ordered by id, lowest first.',
  ),
  book_id: field('Id of the book.', 12),
  chapter_id: field('Id of the chapter, which belongs to that book.', 3401),
  ids: field('Comma-separated ids of books.', '12,15'),
  keyword: field('The text typed by the visitor.', 'lighthouse'),
  limit: number('Maximum number of entries.', 5, 'entries'),
  updated_at: field('When the shown data last changed: RFC 3339 in UTC.', '2026-03-01T04:05:06Z'),
  created_at: field('Time of creation: RFC 3339 in UTC.', '2026-01-05T12:00:00Z'),
  expires_at: field('Time at which it expires: RFC 3339 in UTC.', '2026-04-01T00:00:00Z'),
  kind: field('Selects the variant.'),
  chapter: field('The chapter.'),
  book: field('The book.'),
  author: field('The author.'),
  session: field('The new session; null only in a failed response.'),
  event: field('The help event; null only in a failed response.'),
  user: field('The visitor.'),
  section: field('The content pool. A response contains only this section.', 7),
  lang: field('Language of the visitor, a BCP 47 tag; case-insensitive.', 'en-us'),
  'ApiError.code': field('Permanent name of the error, for programs.', 'NOT_FOUND'),
  'ApiError.message': field('What went wrong, for developers; names the parameter if there is one.', 'Book not found.'),
  'Failure.success': field('0 for a failed call.'),
  'Failure.data': field('Any value; callers use the empty data of the call.', {}),
  'Failure.errors': field('The problems of the request or the failure; at least one.'),
  'Failure.desc': field('A message for the visitor.', 'Book not found.'),
};
