import { describe, expect, it } from 'vitest';
import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { ReaderModel } from '#src/shell/page/models.ts';
import { tablePages } from '../../../helpers/table-pages.ts';
import type { Table } from '../../../helpers/table-upstream.ts';
import { chapterNumbered, detailOf } from '../../shell/page/whole-books.ts';

const [first, second, third] = [chapterNumbered(1), chapterNumbered(2), chapterNumbered(3)];

interface Shown {
  readonly detail?: Partial<BookDetail>;
  readonly chapters?: readonly Chapter[];
  readonly calls?: Table;
}

/** Pages of an upstream without chapter texts. */
const reader = ({ detail = {}, chapters = [first, second, third], calls = {} }: Shown = {}) =>
  tablePages({
    'book.show': ({ book_id }) => ({ book: detailOf(Number(book_id), detail) }),
    'book.chapters': () => ({ items: chapters }),
    ...calls,
  });
const withText = (change: object = {}): Table => ({
  'chapter.show': ({ book_id, chapter_id }) => ({
    chapter: {
      ...chapterNumbered(Number(chapter_id)),
      book_id: Number(book_id),
      html: '<p>Text.</p>',
      previous_id: null,
      next_id: 3,
      ...change,
    },
  }),
});
const model = (address: string, shown?: Shown) => reader(shown).model<ReaderModel>(address);

const FAILURES = [
  ['NOT_FOUND', { status: 'missing' }],
  ['GONE', { status: 'gone', httpStatus: 410 }],
  ['UNAVAILABLE_FOR_LEGAL_REASONS', { status: 'gone', httpStatus: 451 }],
  ['INTERNAL', { status: 'failed', httpStatus: 500 }],
] as const;

describe("the reader's URL for a book", () => {
  const begin = (detail: Partial<BookDetail>, chapters: readonly Chapter[] = [first, second]) =>
    reader({ detail, chapters }).open('/book-reader/7');
  const at = (chapter: number) => ({ status: 'redirect', to: `/book-reader/7/${chapter}`, permanent: false });

  it('redirects to the start chapter given by the upstream, without requesting the chapter list', async () => {
    const pages = reader({ detail: { first_chapter_id: 9 } });
    expect(await pages.open('/book-reader/7')).toEqual(at(9));
    expect(pages.seen.map(({ name }) => name)).toEqual(['book.show']);
  });

  it('redirects to the first free chapter, or else the first chapter, if the upstream gives no start chapter', async () => {
    const unnamed = { first_chapter_id: null };
    const [locked, later] = [chapterNumbered(1, { locked: true }), chapterNumbered(2, { locked: true })];
    expect(await begin(unnamed, [locked, second, third])).toEqual(at(2));
    expect(await begin(unnamed, [locked, later])).toEqual(at(1));
  });

  it('does not exist if the book has no chapters, and fails if the chapter list fails', async () => {
    const detail = { first_chapter_id: null };
    expect(await begin(detail, [])).toEqual({ status: 'missing' });
    const failing = reader({ detail, calls: { 'book.chapters': () => 'INTERNAL' } });
    expect(await failing.open('/book-reader/7')).toMatchObject({ status: 'failed' });
  });

  it.each(FAILURES)('has the status that matches the upstream error %s for the book', async (code, outcome) => {
    const pages = reader({ calls: { 'book.show': () => code, ...withText() } });
    expect(await pages.open('/book-reader/7')).toMatchObject(outcome);
    expect(await pages.open('/book-reader/7/1')).toMatchObject(outcome);
  });
});

describe('a chapter with its text', () => {
  it('links to the previous and next chapter, and to nothing beyond either end', async () => {
    const hrefsFor = async (previous_id: number | null, next_id: number | null) => {
      const { previousHref, nextHref } = await model('/book-reader/7/2', { calls: withText({ previous_id, next_id }) });
      return [previousHref, nextHref];
    };
    expect(await hrefsFor(1, 3)).toEqual(['/book-reader/7/1', '/book-reader/7/3']);
    expect(await hrefsFor(null, null)).toEqual([null, null]);
  });

  it('contains only text markup with images and links of this site', async () => {
    const html = '<h1>One</h1><script>x()</script><img src="/media/p.webp"><a href="chapter:3#n">3</a>';
    const chapter = await model('/book-reader/7/2', { calls: withText({ html }) });
    expect(chapter.html).not.toContain('script');
    expect(chapter.html).toContain('src="/test_api/media/p.webp"');
    expect(chapter.html).toContain('href="/book-reader/7/3#');
  });

  it('does not exist at the URL of another book', async () => {
    expect(await reader({ calls: withText({ book_id: 8 }) }).open('/book-reader/7/2')).toEqual({ status: 'missing' });
  });

  it.each(FAILURES)('has the status that matches the upstream error %s', async (code, outcome) => {
    const pages = reader({ calls: { 'chapter.show': () => code } });
    expect(await pages.open('/book-reader/7/2')).toMatchObject(outcome);
    expect(pages.seen.map(({ name }) => name)).not.toContain('book.chapters');
  });

  it('takes the number of chapters from the number of the last chapter', async () => {
    const counted = async (detail: Partial<BookDetail>, number = 2) =>
      (await model('/book-reader/7/2', { detail: { chapters: 5, ...detail }, calls: withText({ number }) }))
        .chapterCount;
    const last_chapter = { id: 8, number: 8, title: 'Eight', updated_at: '2026-01-01T00:00:00Z' };
    expect(await counted({ last_chapter })).toBe(8);
    expect(await counted({ last_chapter: null })).toBe(5);
    expect(await counted({ last_chapter }, 9)).toBe(9);
  });

  it('styles paragraphs as the book specifies, by default with space between paragraphs', async () => {
    const set = async (detail: Partial<BookDetail>) =>
      (await model('/book-reader/7/2', { detail, calls: withText() })).paragraphs;
    expect([await set({}), await set({ paragraphs: 'indented' })]).toEqual(['spaced', 'indented']);
  });

  it('accepts reports if the upstream accepts them', async () => {
    const takes = async (calls: Table) => (await model('/book-reader/7/2', { calls })).canReport;
    expect(await takes(withText())).toBe(false);
    expect(await takes({ ...withText(), 'report.add': () => ({}) })).toBe(true);
  });

  it('contains its price and the time at which it becomes free', async () => {
    const locked = { locked: true, price: 5, free_from: '2027-01-01T00:00:00Z', part: 'Evening' };
    const { chapter } = await model('/book-reader/7/2', { calls: withText(locked) });
    expect(chapter).toEqual({
      id: 2,
      number: 2,
      title: 'Chapter 2',
      words: 10,
      updated_at: expect.any(String),
      ...locked,
    });
  });
});

describe('a chapter from an upstream without texts', () => {
  it.each([
    [1, null, '/book-reader/7/2'],
    [2, '/book-reader/7/1', '/book-reader/7/3'],
    [3, '/book-reader/7/2', null],
  ])(
    'with id %i has no text, but has a name and links to the previous and next chapter in the list',
    async (number, previousHref, nextHref) => {
      expect(await model(`/book-reader/7/${number}`)).toMatchObject({
        html: null,
        chapter: { title: `Chapter ${number}` },
        previousHref,
        nextHref,
      });
    },
  );

  it('does not exist if it is not in the chapter list, and fails if the list fails', async () => {
    expect(await reader().open('/book-reader/7/4')).toEqual({ status: 'missing' });
    const failing = reader({ calls: { 'book.chapters': () => 'INTERNAL' } });
    expect(await failing.open('/book-reader/7/2')).toMatchObject({ status: 'failed' });
  });
});
