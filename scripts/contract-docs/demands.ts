import type { AnyCall } from '#src/contract/index.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#src/contract/paging.ts';

/** What `npm run contract` asks of all calls, for the beginning of the document. */
export const GENERAL_DEMANDS = `A program that keeps this contract passes \`npm run contract -- --url URL\`, which asks of it:

- A success is 200 with \`success\` 1, the data by its schema and no \`errors\`. A failure has a status of 400 or above, \`success\` 0, the call's empty data and at least one error, whose code belongs to the status.
- A GET has an ETag, the same for the same body; \`If-None-Match\` with it is answered by 304 without a body.
- \`lang\` is compared without case. A POST reads \`section\` and \`lang\` from its body and from its query alike. A section without content is a success with empty lists.
- What is not there is 404 \`NOT_FOUND\`, never a success with null. A call that it lacks is 404 \`CALL_ABSENT\`, 405 or 501.
- Texts are plain text and never HTML, unless their schema says \`contentMediaType\` text/html. \`x-unit\` says what a number counts.`;

const LIST = `Pages have the length that was asked for (${DEFAULT_PAGE_SIZE} without a word, ${MAX_PAGE_SIZE} at most), cover the list once in one fixed order, speak of one \`total\`, and the page behind the last has no items. \`page\` 0, a text as \`page\` and a \`page_size\` beyond ${MAX_PAGE_SIZE} are 400.`;

const CHANGES =
  'Where it gives a `cursor`, it answers to it with what changed since, counted in `total`, and with the next cursor. A cursor that it never gave is 400.';

const FILTERS =
  'With `status` and `length` only books of that kind are listed and counted; `order` sorts by what the books themselves say. Without `order` the books come by `hot`, the highest first, then by the lower id.';

/** What it asks of single calls, beside the general and what lists have in common. */
const OF_CALL: Readonly<Record<string, readonly string[]>> = {
  'author.home': [
    '`author` is the one that was asked for, and `author.books` is `books.total`.',
    'All books are by that author.',
  ],
  'banner.index': ['No banner is listed twice.', 'What the first ten lead to is there.'],
  'book.chapters': [
    'No chapter is listed twice.',
    'Their `number` counts from 1 without a gap, in reading order.',
    'Only locked chapters have `free_from`.',
  ],
  'recommend.index3': [
    'No shelf is listed twice, and no book twice on one shelf.',
    'The first book of each shelf is there.',
  ],
  'recommend.tag_group_list': ['No genre is listed twice.', 'Its tags are tags of `seo.book_tags`.'],
  'bookRank.list': ['Each kind is listed once, with all its rankings.'],
  'bookRank.book_list': ['The first three books are there.'],
  'book.show': [
    'The book is the one that was asked for; its author is there, and its cover can be loaded.',
    '`chapters` agrees with `book.chapters`; chapters of kind `section` may be left out.',
    '`rating_count` is 0 exactly where `rating` is null. No brand is named twice.',
  ],
  'search.multi': [
    'A book, author, tag and keyword are each found by their full name, in their own groups.',
    'Where other words were searched than those typed, `corrected` names them, and finds the same.',
  ],
  'event.inviteActivityHelpPage': ['The event is the one that was asked for, and its book is there.'],
  'book.list': ['The books come by id, the lowest first.'],
  'book.brief': ['Books that are not there are left out.', '`chapters` agrees with the lists.'],
  'chapter.dates': [
    'It names the chapters of `book.chapters` with their `updated_at`, in reading order, and leaves out books that are not there.',
  ],
  'book.by_name': ['A book is found by the slug of its title.'],
  'category.list': ['Each category that has books is listed.'],
  'chapter.show': ['Id, book, number and title agree with `book.chapters`, and so do the chapters before and behind.'],
  'chapter.find': [
    'Chapters come by number, each with at least one place, and are of the book.',
    '`next` goes on behind the last one.',
  ],
  'search.suggest': ['It keeps to `limit`, and no book is suggested twice.'],
  'search.popular': ['It keeps to `limit`.'],
  'report.add': ['Sent again with the same key it is the same report.'],
  'event.of_book': ['The event is of the book that was asked about, or null.'],
};

const has = (call: AnyCall, name: string) => Object.hasOwn(call.empty ?? {}, name);

/** What the conformance suite asks of a call, as a list in Markdown; empty where it asks nothing of its own. */
export function demandsOf(call: AnyCall): string {
  const params = Object.keys(call.params.entries ?? {});
  const demands = [
    ...(OF_CALL[call.name] ?? []),
    ...(params.includes('length') ? [FILTERS] : []),
    ...(params.includes('page') ? [LIST] : []),
    ...(params.includes('since') && has(call, 'total') ? [CHANGES] : []),
  ];
  return demands.length === 0 ? '' : `The conformance suite asks:\n\n${demands.map((one) => `- ${one}`).join('\n')}`;
}

/** Calls that a demand is written for. */
export const DEMANDED = Object.keys(OF_CALL);
