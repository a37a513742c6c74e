import { beforeAll, describe, expect, it } from 'vitest';
import { novelHead } from '#src/features/book/head.ts';
import { prerenderedNovelView } from '#src/features/book/views/novel.ts';
import { readerHead } from '#src/features/reader/head.ts';
import { prerenderedChapterView } from '#src/features/reader/view.ts';
import type { T } from '#src/i18n/t.ts';
import type { Head } from '#src/shell/head/build-head.ts';
import type { NovelModel, ReaderModel } from '#src/shell/page/models.ts';
import { memorySource, testBrand, testSite } from '../../helpers/memory-source.ts';
import { englishT } from '../../helpers/texts.ts';
import { chapterNumbered, detailOf } from '../shell/page/whole-books.ts';

let t: T;
beforeAll(async () => {
  t = await englishT();
});

const site = testSite();
const cover = { url: '/media/7.jpg', widths: [], tone: 1 };
const book = detailOf(7, { cover, introduction: '  By the sea.  ' });
const chapter = chapterNumbered(2);
const source = memorySource({
  books: [],
  whole: [
    {
      novel: { book, chapters: [chapter], related: {}, editions: [], readable: true },
      first: { chapter, html: '<p>Text.</p>', previousId: 1, nextId: 3 },
    },
  ],
});
function modelsOf(): { novel: NovelModel; reader: ReaderModel } {
  const novel = prerenderedNovelView.load({ params: { id: '7' }, page: 1 }, source, site);
  const reader = prerenderedChapterView.load({ params: { bookId: '7', chapterId: '2' }, page: 1 }, source, site);
  if (novel.status !== 'ok' || reader.status !== 'ok') throw new Error('there is no book');
  return { novel: novel.model, reader: reader.model };
}
const { novel, reader } = modelsOf();
const ofNovel = (change: Partial<NovelModel> = {}, path = novel.href) =>
  novelHead({ site, t, path }, { ...novel, ...change });
const ofChapter = (change: Partial<ReaderModel> = {}) =>
  readerHead({ site, t, path: '/book-reader/7/2' }, { ...reader, ...change });
const pictureOf = ({ og }: Head) => Object.fromEntries(og)['og:image']?.replace(testBrand.origin, '');

describe('the head of a novel', () => {
  it('links to the feed of its chapters, except on the page of its help event', () => {
    expect(ofNovel().feeds).toMatchObject([
      { title: 'Book 7', href: `${testBrand.origin}/feeds/book/7.rss` },
      { title: 'Book 7', href: `${testBrand.origin}/feeds/book/7.atom` },
    ]);
    expect(ofNovel({}, '/active-novel/7/Romance/Book-7').feeds).toEqual([]);
  });

  it('has the introduction as its description, and an image drawn from the cover', () => {
    expect(ofNovel().description).toBe('By the sea.');
    const blank = { ...novel.book, introduction: ' ' };
    expect(ofNovel({ book: blank }).description).toBe('Read Book 7 by Somebody chapter by chapter on Test Reads.');
    expect(pictureOf(ofNovel())).toMatch(/^\/share\/7\.[0-9a-f]{10}\.jpg$/);
    const withoutCover = { ...novel.book, cover: null };
    expect(pictureOf(ofNovel({ book: withoutCover }))).toBe(testBrand.sharePicture);
    expect(JSON.parse(ofNovel({ book: withoutCover }).jsonLd[1] ?? '')).not.toHaveProperty('image');
  });

  it('has no rating if no reader has rated the novel', () => {
    const rated = { ...novel.book, rating: 4.5, rating_count: 0 };
    expect(JSON.parse(ofNovel({ book: rated }).jsonLd[1] ?? '')).not.toHaveProperty('aggregateRating');
  });
});

describe('the head of a chapter page', () => {
  it('has a link into the app', () => {
    expect(ofChapter().appLink).toContain('book-reader/7/2');
  });

  it('has the image of the novel, and a breadcrumb of category, novel and chapter', () => {
    expect(pictureOf(ofChapter())).toBe(pictureOf(ofNovel()));
    expect(
      ofChapter()
        .breadcrumb.map(({ name }) => name)
        .slice(-3),
    ).toEqual(['Romance', 'Book 7', 'Chapter 2']);
  });

  it('has structured data with the author and the date of the last change', () => {
    expect(JSON.parse(ofChapter().jsonLd[1] ?? '')).toMatchObject({
      '@type': 'Article',
      author: { '@type': 'Person', name: book.author.name, url: expect.stringMatching(/^https:.*\/author\//) },
      dateModified: chapter.updated_at,
    });
  });

  it('marks a chapter that can only be read in the app as not free, without a free preview', () => {
    for (const locked of [false, true]) {
      const actual = ofChapter({ html: null, chapter: { ...reader.chapter, locked } });
      const article = JSON.parse(actual.jsonLd[1] ?? '');
      expect(article.isAccessibleForFree).toBe(false);
      expect(article).not.toHaveProperty('hasPart');
      expect(actual.robots).toBe('noindex, follow');
    }
  });
});
