import { describe, expect, it } from 'vitest';
import { messagesOf, readBooks, titlesOf } from './read-books.ts';

const text = (name: string) => `${name}. The river ran high that spring, and the old bridge stood half under water.`;
const files = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text(name)]));
const read = async (...names: string[]) => (await readBooks(files(...names))).books;

describe('the names of the files of a book', () => {
  it('may share a prefix that ends with a word for "chapter", even if most numbers are missing', async () => {
    const [book, other] = await read('raft-chapter-1-ford.txt', 'raft-chapter-2-mill.txt', 'raft-chapter-40-sea.txt');
    expect(other).toBeUndefined();
    expect(book && titlesOf(book)).toHaveLength(3);
  });

  it('may have a letter after the number, which determines the order', async () => {
    const [book, other] = await read('11.txt', '12b.txt', '12a.txt', '13.txt');
    expect(other).toBeUndefined();
    expect(book && titlesOf(book)).toEqual(['Chapter 11', '12a', '12b', 'Chapter 13']);
    expect(book && messagesOf(book)).toBe('');
  });

  it('may contain ranges of chapters, whose numbers are not reported as missing', async () => {
    const [book] = await read('Ch 1-3.txt', 'Ch 4-6.txt');
    expect(book && titlesOf(book)).toEqual(['Chapter 1–3', 'Chapter 4–6']);
    expect(book && messagesOf(book)).toBe('');
  });

  it('may begin with dates, which determine the order and are not numbers of chapters', async () => {
    const [book] = await read('2024-02-01-snow.md', '2024-01-08-fog.md', '2024-01-31-rain.md');
    expect(book && titlesOf(book)).toEqual(['fog', 'rain', 'snow']);
    expect(book && messagesOf(book)).toBe('');
  });
});

describe('the folders of a book', () => {
  it('are its parts if their names begin with numbers', async () => {
    const [book, other] = await read(
      '01 The Ford/1.txt',
      '01 The Ford/2.txt',
      '02 The Mill/1.txt',
      '02 The Mill/2.txt',
    );
    expect(other).toBeUndefined();
    expect(book?.book.chapters.map(({ part }) => part)).toEqual([
      'Part 1: The Ford',
      'Part 1: The Ford',
      'Part 2: The Mill',
      'Part 2: The Mill',
    ]);
  });

  it('may consist of a single volume, which does not become the title', async () => {
    const [book] = await read('Volume 1/01.txt', 'Volume 1/02.txt');
    expect(book?.book).toMatchObject({ title: 'The Raft', chapters: [{ part: 'Volume 1' }, { part: 'Volume 1' }] });
  });
});

describe('a Markdown file that describes the book', () => {
  it('is not a chapter, and its front matter sets the metadata', async () => {
    const index = '---\ntitle: Low Water\nauthor: Mara Lind\ndescription: Two on a raft.\n---\nAbout';
    const { books } = await readBooks({ '_index.md': index, ...files('ch-01.md', 'ch-02.md') });
    expect(books).toHaveLength(1);
    expect(books[0]?.book).toMatchObject({ title: 'Low Water', authors: ['Mara Lind'], description: 'Two on a raft.' });
    expect(books[0]?.book.chapters).toHaveLength(2);
  });
});
