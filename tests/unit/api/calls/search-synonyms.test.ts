import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termsWithSynonyms } from '#src/api/store/reads/synonyms.ts';
import { book, type OpenApi, openApi, titles } from '../../../integration/api/fixture.ts';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi(async (writer) => {
    for (const [key, title] of [
      ['1', 'A Science Fiction Year'],
      ['2', 'Sci-Fi Nights'],
      ['3', 'Science of Fiction'],
    ] as const)
      await writer.putBook(book(key, { title, introduction: '', tags: [], keywords: [], genres: [] }));
  });
});
afterAll(() => api.close());

const search = async (keyword: string) => titles((await api.post('search.multi', { keyword })).body.data.books.items);
let day = 0;
async function save(groups: readonly (readonly string[])[]) {
  day += 1;
  api.setNow(new Date(`2026-07-0${day}T00:00:00Z`));
  await api.write((writer) => writer.putBrandSettings('local', { searchSynonyms: { en: groups } }, []));
}

describe('the synonyms in the settings of a brand', () => {
  it('apply to searches at once, and come after books with the words themselves', async () => {
    expect(await search('sci-fi nights')).toEqual(['Sci-Fi Nights']);
    await save([['sci-fi', 'science fiction']]);
    expect(await search('sci-fi')).toEqual(['Sci-Fi Nights', 'A Science Fiction Year']);
    expect(await search('science fiction year')).toEqual(['A Science Fiction Year']);
    expect((await search('science fiction')).at(-1)).toBe('Sci-Fi Nights');
    await save([['nights', 'evenings']]);
    expect(await search('evenings')).toEqual(['Sci-Fi Nights']);
  });
});

describe('termsWithSynonyms', () => {
  const groups = [
    ['mafia', 'mob'],
    ['new york', 'nyc'],
  ];
  const words = (...list: string[]) =>
    termsWithSynonyms(list, groups)?.map((group) => group.map((term) => term.words.join(' ')));

  it('replaces words and phrases of the query, and keeps all others', () => {
    expect(words('nyc', 'mob', 'boss')).toEqual([['nyc', 'new york'], ['mob', 'mafia'], ['boss']]);
    expect(words('a', 'new', 'york')).toEqual([['a'], ['new york', 'nyc']]);
    expect(words('new', 'boss')).toBeUndefined();
  });

  it('takes only the last word as the possible beginning of a word', () => {
    const terms = termsWithSynonyms(['big', 'mob', 'bo'], groups);
    expect(terms?.map((group) => group[0]?.isBeginning)).toEqual([false, false, true]);
  });
});
