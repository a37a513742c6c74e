import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, chapter, type OpenApi, openApi } from '../../../integration/api/fixture.ts';

let api: OpenApi;

const LONG_TEXT = `<p>${'Nothing of note. '.repeat(16_000)}</p>`;
const LONGEST = `<p>${'Nothing of note. '.repeat(28_000)}</p>`;
const lighthouse = (title: string, more = {}) =>
  chapter(title, { html: '<p>The old <em>light</em>house &amp; its <ruby>keeper<rt>x</rt></ruby>.</p>', ...more });

beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(
      book('1', {
        chapters: [
          lighthouse('One', { part: 'Volume 2 › Book 1' }),
          chapter('Two', { html: '<p>Nobody came.</p>' }),
          lighthouse('Three', { html: `<p>${'Ahead of it. '.repeat(80)}The lighthouse.</p>`, price: 5 }),
          chapter('Four', { html: '<p>Lighthouse. LIGHTHOUSE. Líghthouse. lighthouse.</p>' }),
        ],
      }),
    );
    await writer.putBook(
      book('2', {
        chapters: [...Array.from({ length: 4 }, () => chapter('Long', { html: LONG_TEXT })), lighthouse('Last')],
      }),
    );
    await writer.putBook(book('3', { chapters: Array.from({ length: 25 }, (_, index) => lighthouse(`No. ${index}`)) }));
    await writer.putBook(book('4', { chapters: [chapter('Longest', { html: LONGEST })] }));
  });
});
afterAll(() => api.close());

const find = async (params: Record<string, string | number>) => (await api.get('chapter.find', params)).body.data;
const numbers = ({ items }: { items: { chapter: { number: number } }[] }) => items.map((item) => item.chapter.number);

describe('chapter.find', () => {
  it('finds a phrase that contains markup, ignoring case and accents, and returns the surrounding words', async () => {
    const found = await find({ book_id: 1, keyword: 'Lighthouse & its keeper' });
    expect(found).toEqual({
      items: [
        {
          chapter: { id: 1, number: 1, title: 'One', part: 'Volume 2 › Book 1' },
          count: 1,
          snippets: [{ before: 'The old ', match: 'lighthouse & its keeper', after: '.' }],
        },
      ],
      next: null,
    });
  });

  it('counts all matches in a chapter and returns the first three', async () => {
    const { items } = await find({ book_id: 1, keyword: 'lighthouse', from: 2 });
    expect(items).toMatchObject([{ chapter: { title: 'Four' }, count: 4 }]);
    expect(items[0].snippets).toHaveLength(3);
  });

  it('returns nothing from a locked chapter beyond its excerpt', async () => {
    expect(numbers(await find({ book_id: 1, keyword: 'lighthouse' }))).toEqual([1, 4]);
    expect(numbers(await find({ book_id: 1, keyword: 'ahead of it' }))).toEqual([3]);
  });

  it('searches a long book in parts, with one call per part', async () => {
    const first = await find({ book_id: 2, keyword: 'lighthouse' });
    expect(first).toEqual({ items: [], next: 3 });
    const second = await find({ book_id: 2, keyword: 'lighthouse', from: first.next });
    expect(second).toEqual({ items: [], next: 5 });
    expect(numbers(await find({ book_id: 2, keyword: 'lighthouse', from: second.next }))).toEqual([5]);
  });

  it('returns at most twenty chapters at a time', async () => {
    const first = await find({ book_id: 3, keyword: 'lighthouse' });
    expect([first.items.length, first.next]).toEqual([20, 21]);
    expect(numbers(await find({ book_id: 3, keyword: 'lighthouse', from: 21 }))).toEqual([21, 22, 23, 24, 25]);
  });

  it("does not delay another brand's calls while five searches of the longest chapters run", async () => {
    // The first search starts the search threads.
    await find({ book_id: 4, keyword: 'lighthouse' });
    const order: string[] = [];
    const finds = Array.from({ length: 5 }, async () => {
      await find({ book_id: 4, keyword: 'lighthouse' });
      order.push('find');
    });
    for (let call = 0; call < 10; call += 1) {
      const { status } = await api.get('/freenovel_api/v1/book.show', { book_id: 1 });
      expect(status).toBe(200);
      order.push('show');
    }
    await Promise.all(finds);
    // How many calls finish before the searches depends on the machine and the database.
    expect(order[0]).toBe('show');
  });

  it('searches texts in threads other than the thread that responds to calls', async () => {
    await find({ book_id: 4, keyword: 'lighthouse' });
    // The test compares processor time, which does not depend on how busy the machine is.
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
    await Promise.all(Array.from({ length: 5 }, () => find({ book_id: 4, keyword: 'lighthouse' })));
    const [used, ownUsed] = [process.cpuUsage(all), process.threadCpuUsage(own)];
    expect(ownUsed.user).toBeLessThan(used.user / 2);
  });

  it.each([
    [{ book_id: 9, keyword: 'x' }, 404],
    [{ book_id: 1, keyword: ' ' }, 400],
    [{ book_id: 1, keyword: 'x'.repeat(101) }, 400],
    [{ book_id: 1, keyword: 'x', section: 9 }, 404],
  ])('rejects %j with status %i', async (params, status) => {
    expect((await api.get('chapter.find', params)).status).toBe(status);
  });
});
