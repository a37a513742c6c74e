import { describe, expect, it } from 'vitest';
import {
  allTagsView,
  eachKeyword,
  genresView,
  hotnovelsView,
  keywordsView,
  tagsView,
} from '#src/features/listing/views/hub-pages.ts';
import type { IndexModel } from '#src/shell/page/models.ts';
import type { PrerenderedView } from '#src/shell/page/view.ts';
import {
  type MemoryData,
  makeBook,
  makeGenre,
  makeKeyword,
  makeTag,
  memorySource,
  testSite,
} from '../../../../helpers/memory-source.ts';

const site = testSite();
const tagsTo = (count: number) => Array.from({ length: count }, (_, index) => makeTag(index + 1, `tag ${index + 1}`));
const keywordsTo = (count: number) =>
  Array.from({ length: count }, (_, index) => makeKeyword(index + 1, `word ${index + 1}`));

/** A source with a book that has every tag and keyword. */
const sourceOf = (data: Partial<MemoryData>) => {
  const { tags = [], keywords = [] } = data;
  return memorySource({ books: [makeBook(1, { tags: [...tags], keywords: keywords.map(({ id }) => id) })], ...data });
};

function open(view: PrerenderedView<IndexModel>, data: Partial<MemoryData>, page = 1, params = {}) {
  return view.load({ params, page }, sourceOf(data), site);
}
function model(...args: Parameters<typeof open>): IndexModel {
  const loaded = open(...args);
  return loaded.status === 'ok' ? loaded.model : expect.fail(loaded.status);
}
const namesOf = ({ groups }: IndexModel) => groups.map(({ links }) => links.map(({ name }) => name));

describe('the tags page', () => {
  it('shows twelve tags of each genre and links to all of them', () => {
    const tags = tagsTo(20);
    const { groups } = model(tagsView, { tags, genres: [makeGenre(1, 'Love', tags)] });
    expect(groups).toMatchObject([{ name: 'Love', href: '/all-tags/1' }]);
    expect(groups[0]?.links.map(({ name }) => name)).toEqual(tags.slice(0, 12).map(({ name }) => name));
  });

  it('shows at most two hundred tags without a genre', () => {
    expect(namesOf(model(tagsView, { tags: tagsTo(201) })).map(({ length }) => length)).toEqual([200]);
  });

  it('omits groups without tags', () => {
    expect(namesOf(model(tagsView, { genres: [makeGenre(1, 'Love', [])] }))).toEqual([]);
  });
});

describe('the genres page', () => {
  it('shows each genre with books, even without tags, and links to its page', () => {
    const genres = [makeGenre(1, 'Love', []), makeGenre(2, 'Crime', [])];
    expect(model(genresView, { genres }).groups).toMatchObject([{ name: 'Love', href: '/genres/1/Love', links: [] }]);
  });
});

describe('the pages with all tags of a genre', () => {
  const dataOf = (count: number) => {
    const tags = tagsTo(count);
    return { tags, genres: [{ ...makeGenre(1, 'Love', tags), former: [{ id: 9, name: 'Romance' }] }] };
  };
  const refs = (count: number) => [...allTagsView.paths(sourceOf(dataOf(count)), site)];

  it.each([
    [0, 0],
    [1, 1],
    [200, 1],
    [201, 2],
    [400, 2],
    [401, 3],
  ])('list each tag once: %i tags on %i pages', (count, pages) => {
    expect(refs(count)).toHaveLength(pages);
    const shownTags = refs(count).flatMap(({ page }) =>
      namesOf(model(allTagsView, dataOf(count), page, { id: '1' })).flat(),
    );
    expect(shownTags).toEqual(tagsTo(count).map(({ name }) => name));
  });

  it('have the former names of the genre as aliases, on the first page only', () => {
    expect(refs(201).map(({ path, aliases }) => [path, aliases])).toEqual([
      ['/all-tags/1', ['allTags:1', 'allTags:9']],
      ['/all-tags/1/page-2', []],
    ]);
  });

  it('continue where the previous page ended, and do not exist beyond the last page', () => {
    const show = (page: number) => open(allTagsView, dataOf(201), page, { id: '1' });
    expect(namesOf(model(allTagsView, dataOf(201), 2, { id: '1' }))).toEqual([['tag 201']]);
    expect(model(allTagsView, dataOf(201), 1, { id: '1' }).pagination).toMatchObject({
      pages: 2,
      next: '/all-tags/1/page-2',
    });
    expect(model(allTagsView, dataOf(200), 1, { id: '1' }).pagination).toBeNull();
    expect(show(3)).toEqual({ status: 'missing' });
    expect(open(allTagsView, dataOf(1), 1, { id: '9' })).toEqual({ status: 'missing' });
  });

  it('link back to the genre if it has a page', () => {
    const trailOf = (genre: number) => {
      const tags = tagsTo(1);
      return model(allTagsView, { tags, genres: [makeGenre(genre, 'Love', tags)] }, 1, { id: String(genre) }).trail;
    };
    expect([trailOf(1), trailOf(2)]).toEqual([[{ name: 'Love', href: '/genres/1/Love' }], []]);
  });
});

describe('the letters page', () => {
  it('shows the first six books of each letter in a group with the letter as its name', () => {
    const books = Array.from({ length: 8 }, (_, index) => makeBook(index + 1, { title: `A ${index + 1}` }));
    const { groups } = model(hotnovelsView, { books });
    expect(groups).toMatchObject([{ name: 'A', href: '/hotnovels/A/1' }]);
    expect(groups[0]?.links.map(({ name }) => name)).toEqual(['A 1', 'A 2', 'A 3', 'A 4', 'A 5', 'A 6']);
    expect(groups[0]?.links[0]?.href).toBe('/novel/1/Romance/A-1');
  });
});

describe('the keyword pages', () => {
  const refs = (count: number) => [...keywordsView.paths(sourceOf({ keywords: keywordsTo(count) }), site)];

  it.each([
    [0, 1],
    [100, 1],
    [101, 2],
  ])('split %i keywords into %i pages', (count, pages) => {
    expect(refs(count).map(({ page }) => page)).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
  });

  it('have an alias on the first page only', () => {
    expect(refs(101).map(({ aliases }) => aliases.length)).toEqual([1, 0]);
  });

  it('have numbered URLs from the second page on, and do not exist beyond the last page', () => {
    const keywords = keywordsTo(101);
    expect(namesOf(model(keywordsView, { keywords }, 2))).toEqual([['word 101']]);
    expect(model(keywordsView, { keywords }).pagination).toMatchObject({ pages: 2, previous: null });
    expect(model(keywordsView, { keywords: keywordsTo(100) }).pagination).toBeNull();
    expect(open(keywordsView, { keywords }, 3)).toEqual({ status: 'missing' });
    expect(namesOf(model(keywordsView, {}))).toEqual([[]]);
  });

  it.each([0, 99, 100, 101, 250])('contain each of %i keywords once', (count) => {
    const ids = Array.from(eachKeyword(sourceOf({ keywords: keywordsTo(count) })), ({ id }) => id);
    expect(ids).toEqual(keywordsTo(count).map(({ id }) => id));
  });
});
