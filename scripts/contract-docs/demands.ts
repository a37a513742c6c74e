import type { AnyCall } from '#src/contract/index.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#src/contract/paging.ts';

/** What `npm run contract` checks for all calls. The text is part of the introduction of the OpenAPI document. */
export const GENERAL_DEMANDS = `An implementation of this contract passes \`npm run contract -- --url URL\`, which checks:

- A success is 200 with \`success\` 1, data that matches the schema and no \`errors\`. A failure has a status of 400 or above, \`success\` 0, the call's empty data and at least one error, whose code matches the status.
- A GET has an ETag, equal for equal bodies; a matching \`If-None-Match\` is answered with 304 and no body.
- \`lang\` is case-insensitive. A POST accepts \`section\` and \`lang\` in its body and in its query. A section without content is a success with empty lists.
- Unknown ids are 404 \`NOT_FOUND\`, never a success with null. An unimplemented call is 404 \`CALL_ABSENT\`, 405 or 501.
- Texts are plain text, never HTML, unless their schema has \`contentMediaType\` text/html. \`x-unit\` is the unit of a number.`;

const LIST = `Pages have the requested length (default ${DEFAULT_PAGE_SIZE}, at most ${MAX_PAGE_SIZE}), cover the list once in a fixed order and have the same \`total\`; pages after the last one have no items. \`page\` 0, a text as \`page\` and a \`page_size\` above ${MAX_PAGE_SIZE} are 400.`;

const CHANGES =
  'If it returns a `cursor`, a request with that cursor returns the changes since then, with their number as `total`, and the next cursor. An unknown cursor is 400.';

const FILTERS =
  '`status` and `length` filter the listed and counted books; `order` sorts by fields of the books. By default books are ordered by `hot`, highest first, then by id, lowest first.';

/** What is checked for single calls, in addition to the checks for all calls and those for lists. */
const OF_CALL: Readonly<Record<string, readonly string[]>> = {
  'author.home': [
    '`author` is the requested one, and `author.books` equals `books.total`.',
    'All books are by that author.',
  ],
  'banner.index': ['No banner is listed twice.', 'The targets of the first ten exist.'],
  'book.chapters': [
    'No chapter is listed twice.',
    '`number` counts from 1 without gaps, in reading order.',
    'No chapter is locked after its `free_from`.',
  ],
  'recommend.index3': [
    'No shelf is listed twice, and no book twice on a shelf.',
    'The first book of each shelf exists.',
  ],
  'recommend.tag_group_list': ['No genre is listed twice.', 'All tags are in `seo.book_tags`.'],
  'bookRank.list': ['Each kind is listed once, with all its rankings.'],
  'bookRank.book_list': ['The first three books exist.'],
  'book.show': [
    'The book is the requested one; its author exists, and its cover can be loaded.',
    '`chapters` matches `book.chapters`; chapters of kind `section` may be excluded.',
    '`rating_count` is 0 if and only if `rating` is null. No brand is listed twice.',
  ],
  'search.multi': [
    'A book, an author, a tag and a keyword are each found by full name in their group.',
    'If the search used other words than those typed, `corrected` contains them, and searching for these words finds the same.',
  ],
  'event.inviteActivityHelpPage': ['The event is the requested one, and its book exists.'],
  'book.list': ['Books are ordered by id, lowest first.'],
  'book.brief': ['Unknown books are omitted.', '`chapters` matches the lists.'],
  'chapter.dates': [
    'It returns the chapters of `book.chapters` with their `updated_at`, in reading order, and omits unknown books.',
  ],
  'book.by_name': ['A book is found by the slug of its title.'],
  'category.list': ['Every category with books is listed.'],
  'chapter.show': ['Id, book, number and title match `book.chapters`, as do the previous and next chapters.'],
  'chapter.find': [
    'Chapters belong to the book, are ordered by number, and have at least one match each.',
    '`next` continues after the last one.',
  ],
  'search.suggest': ['`limit` is respected, and no book is suggested twice.'],
  'search.popular': ['`limit` is respected.'],
  'report.add': ['Sending the same key again creates no second report.'],
  'event.of_book': ['The event belongs to the requested book, or is null.'],
};

const has = (call: AnyCall, name: string) => Object.hasOwn(call.empty ?? {}, name);

/** The conformance suite's checks for a call, as a Markdown list; empty if there are none. */
export function demandsOf(call: AnyCall): string {
  const params = Object.keys(call.params.entries ?? {});
  const demands = [
    ...(OF_CALL[call.name] ?? []),
    ...(params.includes('length') ? [FILTERS] : []),
    ...(params.includes('page') ? [LIST] : []),
    ...(params.includes('since') && has(call, 'total') ? [CHANGES] : []),
  ];
  return demands.length === 0 ? '' : `The conformance suite checks:\n\n${demands.map((one) => `- ${one}`).join('\n')}`;
}

/** Names of the calls that have checks of their own. */
export const DEMANDED = Object.keys(OF_CALL);
