import { DEFAULT_PAGE_SIZE, LENGTH_WORDS, MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import { type FieldDocs, field, number } from './field.ts';

const [, short] = LENGTH_WORDS.short;
const [, medium] = LENGTH_WORDS.medium;

/** Fields that stand in many calls. */
export const COMMON_FIELDS: FieldDocs = {
  id: field('Its id: unique among its kind in the section, and never given to another one.', 12),
  name: field('Its name, as visitors read it.', 'Second Chances'),
  title: field('Its title, as visitors read it.', 'The Lighthouse Keeper'),
  introduction: field('A few sentences about it; lines are kept.', 'A keeper finds a letter in a bottle.'),
  items: field('The entries, in the order in which they are shown.'),
  page: number('Which page of the list, from 1. The page behind the last one has no items.', 1, 'pages'),
  page_size: number(
    `Entries of a page, up to ${MAX_PAGE_SIZE}. Every page but the last has so many; ${DEFAULT_PAGE_SIZE} where nothing is said.`,
    DEFAULT_PAGE_SIZE,
    'entries',
  ),
  total: number('Entries on all pages together: of the whole list, or with `since` of what changed.', 1, 'entries'),
  since: field(
    'A cursor of an earlier answer: only what changed since is listed. One that the upstream did not give, or no longer knows, is a 400, and the caller reads all.',
    's1-42',
  ),
  cursor: field('The value of `since` for the next call. A list without one is read in full each time.', 's1-57'),
  removed: field('Ids of entries that are gone since the cursor, on the first page of an answer to `since`.', [31]),
  status: field('Whether more chapters are to come: `updating`, or `finished`.'),
  length: field(
    `By words: \`short\` has less than ${short}, \`medium\` from ${short} to less than ${medium}, \`long\` ${medium} and more.`,
  ),
  order: field(
    '`hot`: editorial weight, highest first; `new`: first publication; `updated`: last change, the latest first; `rating`: best first; `title`: A to Z. The lower id comes first where that is equal.',
  ),
  book_id: field('Id of the book.', 12),
  chapter_id: field('Id of the chapter, of that book.', 3401),
  ids: field('Ids of books with commas between.', '12,15'),
  keyword: field('What the visitor typed.', 'lighthouse'),
  limit: number('How many at most.', 5, 'entries'),
  updated_at: field('When what this shows last changed: RFC 3339 in UTC.', '2026-03-01T04:05:06Z'),
  created_at: field('When it was made: RFC 3339 in UTC.', '2026-01-05T12:00:00Z'),
  expires_at: field('Until when it is valid: RFC 3339 in UTC.', '2026-04-01T00:00:00Z'),
  kind: field('Which of the forms this is.'),
  chapter: field('The chapter; null where there is none.'),
  book: field('The book; null only in an answer that failed.'),
  author: field('Who wrote it; null only in an answer that failed.'),
  session: field('The session that has begun; null only in an answer that failed.'),
  event: field('The help event; null where there is none.'),
  user: field('The visitor; null only in an answer that failed.'),
  section: field('The content pool: an answer holds that of one section alone.', 7),
  lang: field('Language of the visitor, a BCP 47 tag; compared without case.', 'en-us'),
  'ApiError.code': field('Permanent name of the error, for programs.', 'NOT_FOUND'),
  'ApiError.message': field(
    'What was wrong, for developers; names the parameter where it is about one.',
    'There is no such book.',
  ),
  'Failure.success': field('A call that failed.'),
  'Failure.data': field('The empty data of the call.', {}),
  'Failure.errors': field('Each fault of the request, or what failed; at least one.'),
  'Failure.desc': field('A text for the visitor.', 'There is no such book.'),
};
