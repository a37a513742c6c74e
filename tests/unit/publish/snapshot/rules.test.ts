import { expect, it } from 'vitest';
import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { bookChapters, chapterShow } from '#src/contract/index.ts';
import { loadChapterData } from '#src/features/reader/view.ts';
import { hash } from '#src/lib/hash.ts';
import { listKey, listsOf } from '#src/publish/snapshot/list-key.ts';
import { VERSION } from '#src/publish/snapshot/schema.ts';
import { firstReadable } from '#src/shell/page/book-data.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import { bookNumbered } from '../../../helpers/table-upstream.ts';

/** A version of the snapshot, and a hash of the results that its rules compute. */
const PINNED = { version: 11, rules: '4b456608b3a552ce' };

const ADVICE =
  'A rule changed by which the snapshot files what it keeps (list keys, letters, categories, first chapters), and books that do ' +
  'not change would stay as the old rule filed them. Raise VERSION in src/publish/snapshot/schema.ts, and put it here with the ' +
  'new hash.';

const TITLES = [
  'Atlas',
  'étoile',
  'Ångström',
  'ß-Hunter',
  'Łódź',
  'Ørsted',
  'Œuvre',
  'Þing',
  'ﬁre',
  'Ⅻ Knights',
  'ⓐlpha',
  'Ǆungla',
  '7 Days',
  '100',
  '٣ ليال',
  '龙王传说',
  'ドラゴン',
  '용의 기사',
  'Война и мир',
  'Ёлка',
  'Ωmega',
  'हिन्दी',
  '"Quoted"',
  '¡Hola!',
  '…and then',
  '🐉 Dragon',
  ' leading space',
  '',
  '-',
  '\u0301Acute',
  'A\u0301cute',
  'i̇stanbul',
];

const CATEGORIES = [
  'Romance',
  'Slow Burn',
  'Sci-Fi',
  'Sci Fi',
  'A/B',
  'page 2',
  'PAGE-2',
  'Égalité',
  '玄幻',
  'Фэнтези',
  'العربية',
  '100',
  '…',
  '',
  '  ',
  'R&B',
  'C++',
  '50% off',
  'trailing-',
  'ＦＵＬＬ',
  'é',
  'x'.repeat(300),
];

const bookOf = (title: string, at: number) => {
  const sub = CATEGORIES[(at * 7 + 3) % CATEGORIES.length] ?? null;
  return bookNumbered(at + 1, {
    title,
    category: { name: CATEGORIES[at % CATEGORIES.length] ?? '', sub_name: at % 3 === 0 ? null : sub },
    genres: [at, at, 2],
    tags: [{ id: at + 1, name: title }],
    keywords: [at % 2, 5],
  });
};

const filed = () => [
  TITLES.map((title, at) => listsOf(bookOf(title, at))),
  CATEGORIES.flatMap((name) => [null, 'Part', name].map((sub) => listKey({ kind: 'category', name, sub }))),
  listKey({ kind: 'ranking', type: 'hot', id: 1 }),
];

const chapter = (id: number, change: Partial<Chapter> = {}): Chapter => ({
  id,
  number: id,
  title: `Chapter ${id}`,
  part: null,
  kind: 'chapter',
  words: 3,
  locked: false,
  price: null,
  free_from: null,
  updated_at: '2026-01-01T00:00:00Z',
  ...change,
});
const detail = (first: number | null): BookDetail => ({
  ...bookNumbered(1),
  published_at: '2026-01-01T00:00:00Z',
  first_chapter_id: first,
  last_chapter: null,
  source: null,
});

const locked = { locked: true, price: 5 };
const CHAPTERS = [
  [],
  [chapter(1), chapter(2), chapter(3)],
  [chapter(1, { kind: 'section' }), chapter(2)],
  [chapter(1, locked), chapter(2), chapter(3, locked)],
  [chapter(1, locked), chapter(2, locked)],
];

const fine = <T>(data: T) => ({ success: 1 as const, data, errors: [], status: 200 });
/** An upstream with these chapters, with or without texts. */
const upstreamOf = (items: Chapter[], hasTexts: boolean): Upstream => ({
  lacks: (call) => call === chapterShow && !hasTexts,
  call: async (call) => fine(call === bookChapters ? { items } : call.empty),
});

const chapterResponse = (id: number, bookId: number) =>
  fine({ chapter: { ...chapter(id), book_id: bookId, html: '<p>Text.</p>', previous_id: null, next_id: id + 1 } });

async function beginnings() {
  const readable = CHAPTERS.flatMap((items) => [null, 2].map((first) => firstReadable(detail(first), items) ?? null));
  const parts = CHAPTERS.flatMap((items) => [
    loadChapterData(detail(null), 2, chapterResponse(2, 1), upstreamOf(items, true)),
    loadChapterData(detail(null), 2, chapterResponse(2, 9), upstreamOf(items, true)),
    loadChapterData(detail(null), 2, fine({ chapter: null }), upstreamOf(items, true)),
    loadChapterData(detail(null), 2, fine({ chapter: null }), upstreamOf(items, false)),
  ]);
  return [readable, await Promise.all(parts)];
}

it("the rules that compute lists change only together with the snapshot's version", async () => {
  const rules = hash(JSON.stringify([filed(), await beginnings()]), 16);
  expect({ version: VERSION, rules }, ADVICE).toEqual(PINNED);
});
