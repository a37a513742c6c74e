import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Book, BookDetail, Edition } from '#src/contract/entities/book.ts';
import { Chapter, ChapterContent } from '#src/contract/entities/chapter.ts';
import { LibraryItem } from '#src/contract/entities/library.ts';
import {
  Author,
  Banner,
  CategoryEntry,
  Genre,
  Keyword,
  RankingType,
  Shelf,
  Tag,
} from '#src/contract/entities/listing.ts';
import { Bookmark, Highlight, Mark, StoredMark } from '#src/contract/entities/marks.ts';
import { MediaUrl } from '#src/contract/entities/scalars.ts';
import { HistoryEntry, Session } from '#src/contract/entities/visitor.ts';
import { ErrorBody, ErrorDetail } from '#src/contract/envelope.ts';

const DAY = '2026-05-01T12:00:00Z';
const REFERENCE = { id: 3, name: 'Sea' };
const CATEGORY = { name: 'Fiction', sub_name: null };
const BOOK_REFERENCE = { id: 1, title: 'A Tale', category: CATEGORY };
const PLACE = { block: 4, offset: 0, hash: '0a1b2c3d' };
const CHAPTER_PLACE = { id: 7, number: 2, title: 'Second', place: PLACE };
const FORMER = [REFERENCE];

const BOOK = {
  id: 1,
  title: 'A Tale',
  author: REFERENCE,
  cover: { url: '/media/covers/1.webp', widths: [200], tone: 35 },
  status: 'finished',
  introduction: '',
  category: CATEGORY,
  genres: [1],
  tags: [REFERENCE],
  keywords: [2],
  words: 0,
  chapters: 12,
  rating: 5,
  rating_count: 3,
  hot: 0,
  language: 'en',
  updated_at: DAY,
  brands: ['oak'],
};
const CHAPTER = {
  id: 7,
  number: 2,
  title: 'Second',
  part: 'Volume 1',
  kind: 'section',
  words: 0,
  locked: true,
  price: 3,
  free_from: DAY,
  updated_at: DAY,
};
const MARK = {
  kind: 'bookmark',
  id: 'mark-123',
  book: BOOK_REFERENCE,
  chapter: { id: 7, number: 2, title: 'Second' },
  start: PLACE,
  text: '',
  note: '',
  created_at: DAY,
  updated_at: DAY,
};
const HIGHLIGHT = { ...MARK, kind: 'highlight', end: PLACE, colour: 'rose' };
const ENTRY = {
  book: BOOK_REFERENCE,
  cover: null,
  chapter: CHAPTER_PLACE,
  furthest: { chapter: CHAPTER_PLACE, since: 0 },
  read_at: DAY,
};
const { read_at: _read, ...READING } = ENTRY;
const USER = { id: 1, name: 'Ann', email: 'ann@example.com', coins: 0, created_at: DAY };

/** For each entity: its name, its schema, a complete example, and the names of its optional fields. */
const ENTITIES = [
  ['a book', Book, BOOK, ['rating_count', 'brands']],
  [
    'a book with its details',
    BookDetail,
    {
      ...BOOK,
      published_at: DAY,
      first_chapter_id: 7,
      last_chapter: { id: 7, number: 2, title: 'Second', updated_at: DAY },
      source: 'Printed 1850.',
      series: { keyword: REFERENCE, number: 1.5 },
      paragraphs: 'indented',
      work: 'lind-lighthouse',
      alternative_titles: ['The Keeper'],
      original: { title: 'El farero', author: 'Lind', language: 'es' },
    },
    ['rating_count', 'brands', 'series', 'paragraphs', 'work', 'alternative_titles', 'original'],
  ],
  [
    'an edition',
    Edition,
    { ...BOOK_REFERENCE, language: 'es', section: 9, brands: ['oak'], chapter_id: 7 },
    ['language', 'brands'],
  ],
  ['a chapter', Chapter, CHAPTER, []],
  [
    'the text of a chapter',
    ChapterContent,
    { ...CHAPTER, book_id: 1, html: '<p>A</p>', previous_id: 1, next_id: 3 },
    [],
  ],
  ['a tag', Tag, { ...REFERENCE, genre_id: 1, updated_at: DAY, former: FORMER }, ['former']],
  ['a keyword', Keyword, { ...REFERENCE, updated_at: DAY, former: FORMER }, ['former']],
  [
    'a genre',
    Genre,
    { ...REFERENCE, introduction: '', tags: [REFERENCE], updated_at: DAY, former: FORMER },
    ['former'],
  ],
  ['a category', CategoryEntry, { name: 'Fiction', subs: ['Sea'] }, []],
  ['an author', Author, { ...REFERENCE, introduction: '', avatar: '/a.webp', books: 0, updated_at: DAY }, []],
  ['a shelf', Shelf, { ...REFERENCE, style: 'row', books: [BOOK] }, ['rating_count', 'brands']],
  [
    'a banner',
    Banner,
    { id: 1, title: 'A', subtitle: '', image: null, target: { kind: 'url', url: '/' }, updated_at: DAY },
    [],
  ],
  ['a type of ranking', RankingType, { type: 'hot-1', name: 'Hot', items: [REFERENCE] }, []],
  ['a bookmark', Bookmark, MARK, []],
  ['a highlight', Highlight, HIGHLIGHT, []],
  ['a removed mark', StoredMark, { kind: 'removed', id: 'mark-123', updated_at: DAY }, []],
  ['an entry of the history', HistoryEntry, ENTRY, ['furthest', 'place']],
  ['a session', Session, { token: 'abcdef0123456789', expires_at: DAY, renew_in: 60, user: USER }, ['renew_in']],
  ['an error', ErrorDetail, { code: 'NOT_FOUND', message: 'None.' }, []],
] as const;

interface Place {
  readonly path: string;
  readonly name: string;
  /**
   * Returns a copy of the whole value in which this field is replaced with `other`, or removed if `other` is undefined.
   */
  put(other: unknown): unknown;
}

/** Every field of a value, including nested fields. */
function placesIn(value: unknown, path = ''): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const put = (other: unknown) => {
      if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? other : one));
      const { [name]: _gone, ...rest } = value as Record<string, unknown>;
      return other === undefined ? rest : { ...rest, [name]: other };
    };
    const fieldPath = path === '' ? name : `${path}.${name}`;
    const within = placesIn(inner, fieldPath).map((place) => ({
      ...place,
      put: (other: unknown) => put(place.put(other)),
    }));
    return [{ path: fieldPath, name, put }, ...within];
  });
}

describe.each(ENTITIES)('the schema of %s', (_title, schema, sample, optional) => {
  const places = placesIn(sample);
  const isTaken = (value: unknown) => v.is(schema as v.GenericSchema, value);

  it('accepts and keeps all fields', () => {
    expect(v.parse(schema as v.GenericSchema, sample)).toEqual(sample);
  });

  it('rejects a missing required field', () => {
    const needed = places.filter(
      ({ path, name }) => !/\d$/.test(path) && !(optional as readonly string[]).includes(name),
    );
    expect(needed.filter(({ put }) => isTaken(put(undefined))).map(({ path }) => path)).toEqual([]);
  });

  it('accepts a missing optional field', () => {
    const free = places.filter(({ name }) => (optional as readonly string[]).includes(name));
    expect(free.filter(({ put }) => !isTaken(put(undefined))).map(({ path }) => path)).toEqual([]);
  });

  it('rejects a field of the wrong type', () => {
    const accepted = places.filter(({ put }) => isTaken(put(Symbol.iterator)));
    expect(accepted.map(({ path }) => path)).toEqual([]);
  });
});

describe('a library item', () => {
  const value = { read: READING, mark: MARK, seen: { chapters: 0 }, hidden: { name: 'Sea' }, list: { name: 'Best' } };
  const shelf = { book: BOOK_REFERENCE, cover: null, added_at: DAY };
  const isTaken = (kind: string, id: unknown, what: unknown) => v.is(LibraryItem, { kind, id, value: what, at: 0 });

  it.each([
    ['read', ['1', '1234567890123456'], ['0', '01', '', '1a', 'a1', '12345678901234567'], value.read],
    ['shelf', ['9'], ['0', 'x'], shelf],
    ['seen', ['9'], ['0', 'x'], value.seen],
    ['hidden', ['9'], ['0', 'x'], value.hidden],
    ['list', ['aB-9', 'x'.repeat(64)], ['abc', 'x'.repeat(65), 'ab cd', 'abcd!', '!abcd'], value.list],
    [
      'listed',
      ['later:1', `${'x'.repeat(64)}:1234567890123456`],
      ['lat:1', 'later:0', 'later:1x', '!later:1', 'later', 'later:12345678901234567', 'later:1!', 'l!ter:1'],
      true,
    ],
    [
      'mark',
      ['mark-123', 'x'.repeat(64)],
      ['mark-12', 'x'.repeat(65), 'mark_1234', '!mark-123', 'mark-123!'],
      value.mark,
    ],
  ])('requires a valid id and value for its kind: %s', (kind, good, bad, what) => {
    expect(good.filter((id) => !isTaken(kind, id, what))).toEqual([]);
    expect(bad.filter((id) => isTaken(kind, id, what))).toEqual([]);
    expect(isTaken(kind, good[0], null), 'removed').toBe(true);
    expect(isTaken(kind, good[0], undefined), 'without a value').toBe(false);
    if (typeof what === 'object')
      for (const { path, put } of placesIn(what).filter(({ name }) => name !== 'furthest' && name !== 'place'))
        expect(isTaken(kind, good[0], put(undefined)), path).toBe(false);
  });

  it('has the value true if it is a book in a list, and a name of at most 60 characters if it is a list', () => {
    expect(isTaken('listed', 'later:1', false)).toBe(false);
    expect(isTaken('list', 'abcd', { name: 'x'.repeat(60) })).toBe(true);
    expect(isTaken('list', 'abcd', { name: 'x'.repeat(61) })).toBe(false);
  });

  it('is rejected if its kind is unknown or its time is missing', () => {
    expect(isTaken('other', '1', value.seen)).toBe(false);
    expect(v.is(LibraryItem, { kind: 'seen', id: '1', value: value.seen })).toBe(false);
    expect(v.is(LibraryItem, { kind: 'seen', id: '1', value: value.seen, at: -1 })).toBe(false);
  });
});

describe('the schema of a value', () => {
  const book = (change: object) => v.is(Book, { ...BOOK, ...change });
  const isStorable = (change: object) => v.is(StoredMark, { ...HIGHLIGHT, ...change });

  it.each([
    ['a book is finished or updating', ['finished', 'updating'], ['', 'paused'], (status: unknown) => book({ status })],
    ['a rating is from 0 to 5, or null', [0, 5, 4.5, null], [-0.1, 5.1], (rating: unknown) => book({ rating })],
    [
      'an id is a whole number from 1',
      [1, Number.MAX_SAFE_INTEGER],
      [0, 1.5, 2 ** 53, '1'],
      (id: unknown) => book({ id }),
    ],
    ['a count is a whole number from 0', [0, 7], [-1, 0.5], (words: unknown) => book({ words })],
    [
      'a name has 1 to 300 characters',
      ['a', 'x'.repeat(300)],
      ['', 'x'.repeat(301)],
      (title: unknown) => book({ title }),
    ],
    [
      'a text has at most 20,000 characters',
      ['', 'x'.repeat(20_000)],
      ['x'.repeat(20_001)],
      (introduction: unknown) => book({ introduction }),
    ],
    [
      'a time is in UTC',
      [DAY, '2026-05-01T12:00:00.5Z'],
      ['2026-05-01', 'now'],
      (updated_at: unknown) => book({ updated_at }),
    ],
    [
      'a language has 2 to 35 characters',
      ['en', 'x'.repeat(35)],
      ['e', 'x'.repeat(36)],
      (language: unknown) => book({ language }),
    ],
    [
      'a book has at most 500 genres',
      [Array(500).fill(1)],
      [Array(501).fill(1)],
      (genres: unknown) => book({ genres }),
    ],
    [
      'a brand has a valid id',
      ['oak', 'o1-a', `a${'x'.repeat(30)}`],
      ['Oak', '1oak', 'o', `a${'x'.repeat(31)}`, 'o_k', 'oak!', '!oak'],
      (id: unknown) => book({ brands: [id] }),
    ],
    [
      'a book is offered by at least one brand',
      [['oak'], Array(500).fill('oak')],
      [[], Array(501).fill('oak')],
      (brands: unknown) => book({ brands }),
    ],
    ['a tone is one of 36', [0, 35], [-1, 36, 1.5], (tone: unknown) => book({ cover: { ...BOOK.cover, tone } })],
    [
      'a cover has at most 50 widths',
      [Array(50).fill(1)],
      [Array(51).fill(1)],
      (widths: unknown) => book({ cover: { ...BOOK.cover, widths } }),
    ],
    [
      'the kind of a chapter is chapter or section',
      ['chapter', 'section'],
      ['', 'part'],
      (kind: unknown) => v.is(Chapter, { ...CHAPTER, kind }),
    ],
    [
      'paragraphs are spaced or indented',
      ['spaced', 'indented', undefined],
      ['', null],
      (paragraphs: unknown) => v.is(v.pick(BookDetail, ['paragraphs']), { paragraphs }),
    ],
    [
      'a shelf has a valid style',
      ['row', 'ranked', 'pair', 'feature'],
      ['', 'grid'],
      (style: unknown) => v.is(Shelf, { ...REFERENCE, style, books: [] }),
    ],
    [
      'a ranking has a valid slug',
      ['a', 'hot-1', 'x'.repeat(60)],
      ['', 'Hot', 'a b', '!hot', 'hot!', 'x'.repeat(61)],
      (type: unknown) => v.is(RankingType, { type, name: 'H', items: [REFERENCE] }),
    ],
    [
      'a hash has eight hex digits',
      ['0a1b2c3d'],
      ['0a1b2c3', '0a1b2c3d4', 'x0a1b2c3d', '0A1B2C3D', '0a1b2c3g'],
      (hash: unknown) => isStorable({ end: { ...PLACE, hash } }),
    ],
    [
      'a highlight has a valid colour',
      ['yellow', 'green', 'blue', 'rose'],
      ['', 'red'],
      (colour: unknown) => isStorable({ colour }),
    ],
    [
      'a mark has a valid id',
      ['mark-123', 'x'.repeat(64)],
      ['mark-12', 'x'.repeat(65), '!mark-123', 'mark-123!', 'mark_123'],
      (id: unknown) => isStorable({ id }),
    ],
    [
      'a marked text has at most 500 characters',
      ['x'.repeat(500)],
      ['x'.repeat(501)],
      (text: unknown) => isStorable({ text }),
    ],
    [
      'a note has at most 2,000 characters',
      ['x'.repeat(2000)],
      ['x'.repeat(2001)],
      (note: unknown) => isStorable({ note }),
    ],
    [
      'a token has 16 to 4,096 characters',
      ['x'.repeat(16), 'x'.repeat(4096)],
      ['x'.repeat(15), 'x'.repeat(4097)],
      (token: unknown) => v.is(Session, { token, expires_at: DAY, user: USER }),
    ],
  ] as const)('requires that %s', (_title, good, bad, isTaken) => {
    expect((good as readonly unknown[]).filter((one) => !isTaken(one))).toEqual([]);
    expect((bad as readonly unknown[]).filter((one) => isTaken(one))).toEqual([]);
  });

  it('requires that an image has an https URL or a path below the API prefix', () => {
    const good = ['https://a', 'https://a.example/b.webp?w=2', '/', '/media/a.webp'];
    const bad = [
      'http://a',
      'https://',
      '//a.example/b',
      'media/a',
      '/a b',
      '/a"',
      "/a'",
      '/a<',
      '/a\\b',
      'x/media',
      'https://a b',
      '/a\n',
      ' /a',
      'xhttps://a',
    ];
    expect(good.filter((url) => !v.is(MediaUrl, url))).toEqual([]);
    expect(bad.filter((url) => v.is(MediaUrl, url))).toEqual([]);
    expect(v.safeParse(MediaUrl, 'a').issues?.[0]?.message).toBe('must be an https address or a path below the prefix');
    expect(v.is(MediaUrl, `/${'a'.repeat(1999)}`)).toBe(true);
    expect(v.is(MediaUrl, `/${'a'.repeat(2000)}`)).toBe(false);
  });

  it('requires that a banner links to a book, genre, tag, ranking, shelf or URL', () => {
    const targets = [
      { kind: 'book', book: BOOK_REFERENCE },
      { kind: 'genre', genre: REFERENCE },
      { kind: 'tag', tag: REFERENCE },
      { kind: 'ranking', type: 'hot', id: 1 },
      { kind: 'section', section: REFERENCE },
      { kind: 'url', url: '/' },
    ];
    const banner = (target: unknown) => ({ id: 1, title: 'A', subtitle: '', image: null, target, updated_at: DAY });
    for (const target of targets) {
      expect(v.is(Banner, banner(target)), target.kind).toBe(true);
      expect(v.is(Banner, banner({ kind: target.kind })), target.kind).toBe(false);
    }
    expect(v.is(Banner, banner({ kind: 'page' }))).toBe(false);
  });

  it('requires that a stored mark is a bookmark, a highlight or a removal, and a displayed mark is not a removal', () => {
    expect([MARK, HIGHLIGHT].map((mark) => [v.is(Mark, mark), v.is(StoredMark, mark)])).toEqual([
      [true, true],
      [true, true],
    ]);
    const removed = { kind: 'removed', id: 'mark-123', updated_at: DAY };
    expect([v.is(Mark, removed), v.is(StoredMark, removed)]).toEqual([false, true]);
  });
});

it('an error response has success 0 and contains its errors', () => {
  const body = { success: 0, data: null, errors: [{ code: 'GONE', message: '' }] };
  expect(v.parse(ErrorBody, body)).toEqual(body);
  expect(v.is(ErrorBody, { ...body, success: 1 })).toBe(false);
  expect(v.is(ErrorBody, { ...body, errors: undefined })).toBe(false);
});

describe('the text of a chapter in a response', () => {
  const problems = (html: string) =>
    v.safeParse(ChapterContent.entries.html, html).issues?.map(({ message }) => message) ?? [];
  const MAX_BYTES = 512 * 1024;
  const nested = (depth: number) => '<b>'.repeat(depth) + '</b>'.repeat(depth);

  it('may have up to 512 KiB in UTF-8', () => {
    expect(problems('x'.repeat(MAX_BYTES))).toEqual([]);
    expect(problems('x'.repeat(MAX_BYTES + 1))).toContain('has more than 524288 bytes');
    expect(problems('é'.repeat(MAX_BYTES / 2))).toEqual([]);
    expect(problems('é'.repeat(MAX_BYTES / 2 + 1))).toEqual(['has more than 524288 bytes']);
  });

  it('may nest up to 256 elements', () => {
    expect(problems(nested(256))).toEqual([]);
    expect(problems(nested(257))).toEqual(['has more than 256 nested elements']);
  });
});
