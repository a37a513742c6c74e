import { describe, expect, it } from 'vitest';
import { createIndex, type IndexEntry, openIndex, searchTokens } from '#src/contract/static-index.ts';

const book = (id: number, title: string, author = 'Ada Lee', tags = ''): IndexEntry => ({
  id: `book-${id}`,
  name: title,
  author,
  tags,
  found: { kind: 'book', book: { id, title, category: { name: 'Fantasy', sub_name: null } }, cover: null },
});

const ENTRIES = [
  book(1, 'A Correction Concerning Cake', 'Mabel Iturralde', 'Comedy baking'),
  book(2, 'Never Issued', 'Anjali Hebblethwaite', 'Mystery cold case'),
  book(3, '修真世界的老师', '王小明'),
  book(4, 'Đường về nhà', 'Nguyễn Ánh'),
  book(5, 'Żółta łódź', 'Łukasz'),
];

const titles = async (words: string) => {
  const search = await openIndex(createIndex(ENTRIES));
  return search(words).map((found) => (found.kind === 'book' ? found.book.title : ''));
};

describe('the search index of a static site', () => {
  it.each([
    ['the title', 'correction concerning', 'A Correction Concerning Cake'],
    ['the beginning of a word', 'corr', 'A Correction Concerning Cake'],
    ['the author', 'hebblethwaite', 'Never Issued'],
    ['a tag', 'baking', 'A Correction Concerning Cake'],
    ['words without their diacritics', 'nguyen anh', 'Đường về nhà'],
    ['a word with a typo', 'corection', 'A Correction Concerning Cake'],
    ['a part of a Chinese title', '世界', '修真世界的老师'],
    ['a Chinese author', '小明', '修真世界的老师'],
  ])('finds a book by %s', async (_, words, title) => {
    expect(await titles(words)).toEqual([title]);
  });

  it('finds only entries that contain all words', async () => {
    expect(await titles('never cake')).toEqual([]);
    expect(await titles('修真学院')).toEqual([]);
  });

  it('lists matches in titles before matches in tags', async () => {
    const search = await openIndex(createIndex([book(1, 'Bread', 'Ada', 'cake'), book(2, 'Cake', 'Ada', 'bread')]));
    expect(search('cake').map((found) => found.kind === 'book' && found.book.id)).toEqual([2, 1]);
  });

  it.each(['', '   ', '"', '* ? (', '\ud800', '\u0000'])('finds nothing for %j, and does not fail', async (words) => {
    expect(await titles(words)).toEqual([]);
  });
});

describe('searchTokens', () => {
  it('splits words at everything but letters and digits', () => {
    expect(searchTokens('L. of G.’s Purport, 12½')).toEqual(['l', 'of', 'g', 's', 'purport', '121', '2']);
  });

  it('splits unspaced text into pairs of letters', () => {
    expect(searchTokens('修真世 X')).toEqual(['x', '修真', '真世']);
    expect(searchTokens('猫')).toEqual(['猫']);
  });
});
