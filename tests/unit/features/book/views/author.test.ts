import { describe, expect, it } from 'vitest';
import { emptyPage } from '#src/contract/paging.ts';
import { authorView } from '#src/features/book/views/author.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import { makeBook, testSite } from '../../../../helpers/memory-source.ts';

const AUTHOR = { id: 3, name: 'V. Woolf', introduction: 'Wrote by the sea.', avatar: '/media/woolf.jpg' };

/** An upstream with an author who has `total` books. */
function upstreamOf(total: number, author: typeof AUTHOR | null = AUTHOR, status = 200): Upstream {
  const books = Array.from({ length: total }, (_, index) => makeBook(index + 1));
  const call = async (_call: unknown, { page, page_size }: { page: number; page_size: number }) => ({
    success: author ? 1 : 0,
    status,
    errors: author ? [] : [{ code: 'NOT_FOUND', message: '' }],
    data: {
      author,
      books: { ...emptyPage(), page, page_size, total, items: books.slice((page - 1) * page_size, page * page_size) },
    },
  });
  return { call, lacks: () => false } as unknown as Upstream;
}

function load(page: number, upstream: Upstream, name = 'V--Woolf') {
  const match = parsePath(`/author/3/${name}${page > 1 ? `/page-${page}` : ''}`, ['en']) ?? expect.fail('no route');
  return authorView.load(match, new URLSearchParams(), upstream, testSite());
}

async function modelOf(page: number, total: number) {
  const loaded = await load(page, upstreamOf(total));
  return loaded.status === 'ok' ? loaded.model : expect.fail(loaded.status);
}

describe('the page of an author', () => {
  it.each([
    [1, 1],
    [20, 1],
    [21, 2],
    [40, 2],
    [41, 3],
  ])('splits %i books into %i pages', async (total, pages) => {
    expect((await modelOf(1, total)).pagination.pages).toBe(pages);
  });

  it('shows twenty books per page and numbers them across pages', async () => {
    const { books, first, pagination } = await modelOf(2, 45);
    expect([books.length, books[0]?.id, first]).toEqual([20, 21, 21]);
    expect(pagination).toMatchObject({ previous: '/author/3/V--Woolf', next: '/author/3/V--Woolf/page-3' });
  });

  it('exists for an author without books, but not beyond its last page', async () => {
    expect(await load(1, upstreamOf(0))).toMatchObject({ status: 'ok', model: { books: [] } });
    expect(await load(2, upstreamOf(20))).toEqual({ status: 'missing' });
  });

  it('redirects to the URL with the current name, keeping the page number', async () => {
    expect(await load(2, upstreamOf(45), 'Virginia')).toEqual({
      status: 'redirect',
      to: '/author/3/V--Woolf/page-2',
      permanent: true,
    });
  });

  it('does not exist if the author does not exist', async () => {
    expect(await load(1, upstreamOf(0, null, 404))).toEqual({ status: 'missing' });
  });
});
