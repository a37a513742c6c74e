import { describe, expect, it } from 'vitest';
import { checkSearch } from '#src/contract/conformance/check-search.ts';
import type { Fixtures } from '#src/contract/conformance/fixtures.ts';
import { AT, data, error, type FakeResponse, listedBook, type ReceivedRequest, runAgainst, whats } from './test-run.ts';

const author = { id: 3, name: 'Nell', introduction: '', avatar: null, books: 1, updated_at: AT };
const tag = { id: 4, name: 'Dragons', genre_id: null, updated_at: AT };
const keyword = { id: 5, name: 'lost heirs', updated_at: AT };
const SEA = listedBook(7, 'The Ocean of Time');
const ALL = { books: [SEA], authors: [author], tags: [tag], keywords: [keyword] };
const FIXTURES = { book: SEA, tag, keyword } as unknown as Partial<Fixtures>;

type Groups = Partial<Record<keyof typeof ALL, readonly object[]>>;

/** The response of a search with these results. Page number and size apply only to the requested group. */
function searchResponse({ params }: ReceivedRequest, groups: Groups, corrected?: string): FakeResponse {
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

const isRefused = ({ params }: ReceivedRequest) =>
  params['page'] === 0 || params['page'] === 'first' || Number(params['page_size'] ?? 1) > 200;
const nameOf = (item: object) => ('title' in item ? item.title : Reflect.get(item, 'name'));

/** An upstream's search that finds only exact names. */
const byName = (request: ReceivedRequest, all: Groups = ALL) => {
  const itemsNamed = (items: readonly object[] = []) =>
    items.filter((item) => nameOf(item) === request.params['keyword']);
  return searchResponse(request, {
    books: itemsNamed(all.books),
    authors: itemsNamed(all.authors),
    tags: itemsNamed(all.tags),
    keywords: itemsNamed(all.keywords),
  });
};

async function search(answer: (request: ReceivedRequest) => FakeResponse, fixtures = FIXTURES) {
  const { run, requests } = runAgainst((one) => (isRefused(one) ? error('BAD_REQUEST') : answer(one)), fixtures);
  return { problems: whats(await checkSearch(run)), requests };
}

describe('the conformance check of search', () => {
  it('searches each group for the name of one of its items', async () => {
    const { problems, requests } = await search(byName);
    expect(problems).toEqual([]);
    const words = requests.map(({ params }) => `${params['group'] ?? ''} ${params['keyword']}`);
    expect(new Set(words)).toEqual(
      new Set(['books The Ocean of Time', 'authors Nell', 'tags Dragons', 'keywords lost heirs', ' Ocan']),
    );
  });

  it('sends no search if the lists are empty', async () => {
    expect(await search(byName, {})).toEqual({ problems: [], requests: [] });
  });

  it.each([
    ['books', 'books.items lacks "The Ocean of Time" (7)'],
    ['authors', 'authors.items lacks "Nell" (3)'],
    ['tags', 'tags.items lacks "Dragons" (4)'],
    ['keywords', 'keywords.items lacks "lost heirs" (5)'],
  ])('reports %s that are not found', async (group, words) => {
    expect((await search((request) => byName(request, { ...ALL, [group]: [] }))).problems).toEqual([words]);
  });

  it('accepts a different item with the same name, and the same item with a different name', async () => {
    const { problems } = await search((request) => {
      const others = { authors: [{ ...author, id: 30 }], tags: [{ ...tag, name: 'Drakes' }] };
      const { keyword: word } = request.params;
      return word === 'Nell' || word === 'Dragons' ? searchResponse(request, others) : byName(request);
    });
    expect(problems).toEqual([]);
  });

  it('checks the pages of each group except books', async () => {
    const { requests } = await search(byName);
    const walked = new Set(requests.flatMap(({ params }) => (params['page'] === 2 ? [params['group']] : [])));
    expect(walked).toEqual(new Set(['authors', 'tags', 'keywords']));
  });

  it('reports only once that a response violates the contract', async () => {
    const { problems } = await search((request) =>
      request.params['group'] === 'tags' ? { body: 'x' } : byName(request),
    );
    expect(problems).toEqual(['the body is not JSON']);
  });
});

describe('the conformance check of a search word with a missing letter', () => {
  const corrected = (request: ReceivedRequest, meant: readonly object[]) => {
    if (request.params['keyword'] === 'Ocan') return searchResponse(request, { books: [SEA] }, 'ocean');
    return request.params['keyword'] === 'ocean' ? searchResponse(request, { books: meant }) : byName(request);
  };

  it('accepts a correction if a search for the corrected words also returns the same book', async () => {
    expect((await search((request) => corrected(request, [SEA, listedBook(9, 'Ocean')]))).problems).toEqual([]);
  });

  it.each([
    ['other books', [listedBook(9, 'Ocean'), SEA]],
    ['nothing', []],
  ])('reports a correction to words that return %s', async (_what, meant) => {
    const { problems } = await search((request) => corrected(request, meant));
    expect(problems).toEqual(['corrected is "ocean", which finds different books']);
  });

  it('reports an error response to the search for the misspelled word', async () => {
    const { problems } = await search((request) =>
      request.params['keyword'] === 'Ocan' ? error('INTERNAL') : byName(request),
    );
    expect(problems).toEqual(['answers 500 INTERNAL, not 200']);
  });

  it('is skipped if the title contains no word of at least five letters', async () => {
    const short = listedBook(8, 'The Lake of Time');
    const { requests } = await search((one) => byName(one, { ...ALL, books: [short] }), { book: short } as never);
    expect(requests.every(({ params }) => params['group'] !== undefined)).toBe(true);
  });
});
