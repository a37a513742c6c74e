import { describe, expect, it } from 'vitest';
import { lookOf } from '#src/brand/share-address.ts';
import type { Cover } from '#src/contract/entities/book.ts';
import type { SharePictureModel } from '#src/features/sharing/views/picture.ts';
import { tablePages } from '../../../../helpers/table-pages.ts';
import { detailOf } from '../../../shell/page/whole-books.ts';

const cover = (change: Partial<Cover> = {}): Cover => ({ url: '/media/1.webp', widths: [], tone: 1, ...change });

/** Share images for books with these covers, by id. */
const pictures = (covers: Readonly<Record<number, Cover | null>>, calls = {}) =>
  tablePages({
    'book.show': ({ book_id }) => {
      const id = Number(book_id);
      return id in covers ? { book: detailOf(id, { cover: covers[id] ?? null }) } : 'NOT_FOUND';
    },
    ...calls,
  });

/** The URL of the image, as used by pages. */
function addressOf(covers: Readonly<Record<number, Cover | null>>, ids = Object.keys(covers).map(Number)): string {
  const books = ids.map((id) => {
    const url = covers[id]?.url;
    return { id, cover: url === undefined ? null : { url: url.startsWith('/') ? `/test_api${url}` : url } };
  });
  return `/share/${ids.join('-')}.${lookOf(books)}.jpg`;
}

describe('the image for a shared link', () => {
  it('is drawn from the covers of the books, in their order', async () => {
    const covers = { 2: cover({ url: '/media/2.svg' }), 9: cover({ url: '/media/9.svg' }) };
    const { covers: drawn } = await pictures(covers).model<SharePictureModel>(addressOf(covers, [9, 2]));
    expect(drawn).toEqual(['/test_api/media/9.svg', '/test_api/media/2.svg']);
  });

  it.each([
    [[800, 160, 400], '?w=400'],
    [[1200, 480, 320], '?w=480'],
    [[160, 320], ''],
    [[399], ''],
    [[], ''],
  ])('uses the smallest sufficient width of %j', async (widths, query) => {
    const covers = { 1: cover({ widths }) };
    const model = await pictures(covers).model<SharePictureModel>(addressOf(covers));
    expect(model.covers).toEqual([`/test_api/media/1.webp${query}`]);
  });

  it('has a new URL after a cover changes', async () => {
    const before = addressOf({ 1: cover() });
    expect(await pictures({ 1: cover({ url: '/media/new.webp' }) }).open(before)).toEqual({ status: 'missing' });
  });

  it.each([
    ['has no cover', null],
    ['has its cover on another site', cover({ url: 'https://elsewhere.test/2.webp' })],
  ])('does not exist if a book %s', async (_why, second) => {
    const covers = { 1: cover(), 2: second };
    expect(await pictures(covers).open(addressOf(covers))).toEqual({ status: 'missing' });
  });

  it('does not exist if a book is missing, was taken down or cannot be requested', async () => {
    const covers = { 1: cover() };
    expect(await pictures(covers).open('/share/1-2.0123456789.jpg')).toEqual({ status: 'missing' });
    const responseFor = (code: string) => pictures(covers, { 'book.show': () => code }).open(addressOf(covers));
    expect(await responseFor('GONE')).toEqual({ status: 'gone', httpStatus: 410 });
    expect(await responseFor('INTERNAL')).toMatchObject({ status: 'failed', httpStatus: 500 });
  });
});
