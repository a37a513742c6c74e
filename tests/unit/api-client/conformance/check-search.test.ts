import { describe, expect, it } from 'vitest';
import { checkSearch } from '#src/api-client/conformance/check-search.ts';
import type { Fixtures } from '#src/api-client/conformance/fixtures.ts';
import { type Asked, AT, data, error, type Given, listedBook, runAgainst, whats } from './test-run.ts';

const author = { id: 3, name: 'Nell', introduction: '', avatar: null, books: 1, updated_at: AT };
const tag = { id: 4, name: 'Dragons', genre_id: null, updated_at: AT };
const keyword = { id: 5, name: 'lost heirs', updated_at: AT };
const SEA = listedBook(7, 'The Ocean of Time');
const ALL = { books: [SEA], authors: [author], tags: [tag], keywords: [keyword] };
const FIXTURES = { book: SEA, tag, keyword } as unknown as Partial<Fixtures>;

type Groups = Partial<Record<keyof typeof ALL, readonly object[]>>;

/** The answer of a search that found these; the page counts for its group. */
function found({ params }: Asked, groups: Groups, corrected?: string): Given {
  const page = (name: keyof typeof ALL) => {
    const [number, size] =
      name === params['group'] ? [Number(params['page'] ?? 1), Number(params['page_size'] ?? 20)] : [1, 20];
    const items = groups[name] ?? [];
    return {
      items: items.slice((number - 1) * size, number * size),
      page: number,
      page_size: size,
      total: items.length,
    };
  };
  const answer = { books: page('books'), authors: page('authors'), tags: page('tags'), keywords: page('keywords') };
  return data(corrected === undefined ? answer : { ...answer, corrected });
}

const isRefused = ({ params }: Asked) =>
  params['page'] === 0 || params['page'] === 'first' || Number(params['page_size'] ?? 1) > 200;
const nameOf = (item: object) => ('title' in item ? item.title : Reflect.get(item, 'name'));

/** Finds things by their whole names. */
const byName = (asked: Asked, all: Groups = ALL) => {
  const named = (items: readonly object[] = []) => items.filter((item) => nameOf(item) === asked.params['keyword']);
  return found(asked, {
    books: named(all.books),
    authors: named(all.authors),
    tags: named(all.tags),
    keywords: named(all.keywords),
  });
};

async function search(answer: (asked: Asked) => Given, fixtures = FIXTURES) {
  const { run, asked } = runAgainst((one) => (isRefused(one) ? error('BAD_REQUEST') : answer(one)), fixtures);
  return { problems: whats(await checkSearch(run)), asked };
}

describe('what a search is checked for', () => {
  it('is that it finds each thing by its name in its own group', async () => {
    const { problems, asked } = await search(byName);
    expect(problems).toEqual([]);
    const words = asked.map(({ params }) => `${params['group'] ?? ''} ${params['keyword']}`);
    expect(new Set(words)).toEqual(
      new Set(['books The Ocean of Time', 'authors Nell', 'tags Dragons', 'keywords lost heirs', ' Ocan']),
    );
  });

  it('leaves out what the lists do not show', async () => {
    expect(await search(byName, {})).toEqual({ problems: [], asked: [] });
  });

  it.each([
    ['books', 'books.items lacks "The Ocean of Time" (7)'],
    ['authors', 'authors.items lacks "Nell" (3)'],
    ['tags', 'tags.items lacks "Dragons" (4)'],
    ['keywords', 'keywords.items lacks "lost heirs" (5)'],
  ])('tells of %s that are not found', async (group, words) => {
    expect((await search((asked) => byName(asked, { ...ALL, [group]: [] }))).problems).toEqual([words]);
  });

  it('takes another thing of the same name, and the same thing by another name', async () => {
    const { problems } = await search((asked) => {
      const others = { authors: [{ ...author, id: 30 }], tags: [{ ...tag, name: 'Drakes' }] };
      const { keyword: word } = asked.params;
      return word === 'Nell' || word === 'Dragons' ? found(asked, others) : byName(asked);
    });
    expect(problems).toEqual([]);
  });

  it('walks the pages of each group but the books', async () => {
    const { asked } = await search(byName);
    const walked = new Set(asked.flatMap(({ params }) => (params['page'] === 2 ? [params['group']] : [])));
    expect(walked).toEqual(new Set(['authors', 'tags', 'keywords']));
  });

  it('tells once of an answer that breaks the contract', async () => {
    const { problems } = await search((asked) => (asked.params['group'] === 'tags' ? { body: 'x' } : byName(asked)));
    expect(problems).toEqual(['the body is no JSON']);
  });
});

describe('a word of five letters or more that lacks one', () => {
  const corrected = (asked: Asked, meant: readonly object[]) => {
    if (asked.params['keyword'] === 'Ocan') return found(asked, { books: [SEA] }, 'ocean');
    return asked.params['keyword'] === 'ocean' ? found(asked, { books: meant }) : byName(asked);
  };

  it('may be corrected to words that find the same', async () => {
    expect((await search((asked) => corrected(asked, [SEA, listedBook(9, 'Ocean')]))).problems).toEqual([]);
  });

  it.each([
    ['others', [listedBook(9, 'Ocean'), SEA]],
    ['nothing', []],
  ])('is told of where those words find %s', async (_what, meant) => {
    const { problems } = await search((asked) => corrected(asked, meant));
    expect(problems).toEqual(['corrected is "ocean", which finds other books']);
  });

  it('is told of where its search fails', async () => {
    const { problems } = await search((asked) =>
      asked.params['keyword'] === 'Ocan' ? error('INTERNAL') : byName(asked),
    );
    expect(problems).toEqual(['answers 500 INTERNAL, not 200']);
  });

  it('is not looked for in a title of shorter words', async () => {
    const short = listedBook(8, 'The Lake of Time');
    const { asked } = await search((one) => byName(one, { ...ALL, books: [short] }), { book: short } as never);
    expect(asked.every(({ params }) => params['group'] !== undefined)).toBe(true);
  });
});
