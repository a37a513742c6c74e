import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, type OpenApi, openApi, titles } from './fixture.ts';

describe('a search that matches more titles than it ranks (1,000)', () => {
  let large: OpenApi;
  beforeAll(async () => {
    large = await openApi(async (writer) => {
      const common = { chapters: [], tags: [], keywords: [], introduction: '' };
      for (let number = 1; number <= 4_050; number += 1) {
        await writer.putBook(book(`l${number}`, { title: `Lantern ${number}`, ...common }));
      }
      for (const section of [7, 9])
        await writer.putBook(book(`exact-${section}`, { section, title: 'The Lantern', ...common }));
      await writer.putBook(book('open', { title: 'Lantern', status: 'updating', hot: 0, ...common }));
      await writer.putBook(book('late', { title: 'Late Lantern', status: 'updating', hot: 0, section: 7, ...common }));
    });
  });
  afterAll(() => large.close());

  const first = async (params: object) => {
    const { books } = (await large.post('search.multi', { page_size: 1, ...params })).body.data;
    return { titles: titles(books.items), total: books.total };
  };

  it('returns the exact title first', async () => {
    expect(await first({ keyword: 'lantern' })).toEqual({ titles: ['Lantern'], total: 1000 });
    expect(await first({ keyword: ' LANTERN' })).toMatchObject({ titles: ['Lantern'] });
    expect(await first({ keyword: 'the lantern' })).toEqual({ titles: ['The Lantern'], total: 1 });
  });

  it('returns books that match the filters, even if they would not be among the ranked titles', async () => {
    const { books } = (await large.post('search.multi', { keyword: 'lantern', status: 'updating' })).body.data;
    expect(titles(books.items)).toEqual(['Lantern', 'Late Lantern']);
  });

  it('omits the exact title if the filters exclude it', async () => {
    expect(await first({ keyword: 'lantern', status: 'updating' })).toEqual({ titles: ['Lantern'], total: 2 });
    expect((await first({ keyword: 'lantern', status: 'finished' })).titles).not.toContain('Lantern');
  });
});
