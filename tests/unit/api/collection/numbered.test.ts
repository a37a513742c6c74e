import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { CollectionBook, ReadAs } from '#src/api/collection/index.ts';
import { divideFiles, readCollection } from '#src/api/collection/index.ts';
import type { FieldOverrides } from '#src/api/manuscript/index.ts';

const TEXT = 'The rain had fallen on the harbour for nine days, and nobody on the quay spoke of anything else.';

type Files = Record<string, string | Uint8Array>;

const collection = (files: Files, name = 'The Raft', as?: ReadAs) => ({
  name,
  as,
  files: Object.entries(files).map(([path, content]) => ({
    path,
    read: async () => (typeof content === 'string' ? strToU8(content) : content),
  })),
});

async function read(files: Files, { as, overrides = {} }: { as?: ReadAs; overrides?: FieldOverrides } = {}) {
  const books: CollectionBook[] = [];
  const refusals: string[] = [];
  for await (const one of readCollection(collection(files, 'The Raft', as), { overrides }))
    if ('refused' in one) refusals.push(`${one.refused}: ${one.reason}`);
    else books.push(one);
  return { books, refusals };
}

async function readBook(files: Files, overrides: FieldOverrides = {}) {
  const { books, refusals } = await read(files, { overrides });
  expect(refusals).toEqual([]);
  expect(books).toHaveLength(1);
  return (books[0] as CollectionBook).book;
}

const titles = ({ chapters }: CollectionBook['book']) => chapters.map(({ title }) => title);
const messages = ({ doubts = [] }: CollectionBook['book']) => doubts.map(({ message }) => message);
const filesNamed = (...names: string[]) =>
  Object.fromEntries(names.map((name, index) => [name, `${TEXT} File ${index} says so.`]));

describe('a folder of numbered files', () => {
  it('is read as one book, with its chapters in the order of the numbers', async () => {
    const book = await readBook(filesNamed('10.txt', '9.txt', '11.txt', '8.txt'));
    expect(book.title).toBe('The Raft');
    expect(titles(book)).toEqual(['Chapter 8', 'Chapter 9', 'Chapter 10', 'Chapter 11']);
    expect(messages(book)).toEqual([]);
  });

  it('takes chapter titles from file names, and sorts chapter 12.5 after chapter 12', async () => {
    const book = await readBook(
      filesNamed('Chapter 13 - Home.txt', 'Chapter 12.5 - Omake.html', 'Chapter 12 - The Mill.md', 'Prologue.txt'),
    );
    expect(titles(book)).toEqual(['Prologue', 'Chapter 12: The Mill', 'Chapter 12.5: Omake', 'Chapter 13: Home']);
    expect(book.chapters[0]?.kind).toBe('section');
  });

  it.each([
    [
      ['第1章.txt', '第2章 夜雨.txt', '第１０章.txt', '序章.txt'],
      ['序章', '第1章', '第2章 夜雨', '第10章'],
    ],
    [
      ['raft-02.txt', 'raft-01.txt', 'raft-03.txt'],
      ['Chapter 1', 'Chapter 2', 'Chapter 3'],
    ],
    [
      ['0001_Rain.txt', '0002_Fog.txt'],
      ['Chapter 1: Rain', 'Chapter 2: Fog'],
    ],
    [
      ['0001_Chapter_1_Rain.txt', '0002_Chapter_2_Fog.txt'],
      ['Chapter 1: Rain', 'Chapter 2: Fog'],
    ],
    [
      ['Глава 2. Дождь.txt', 'Глава 1.txt'],
      ['Глава 1', 'Глава 2: Дождь'],
    ],
    [
      ['c002.txt', 'c001.txt', 'epilogue.txt'],
      ['Chapter 1', 'Chapter 2', 'epilogue'],
    ],
    [
      ['Ch 2.txt', 'Chapter 1.txt', '3.txt'],
      ['Chapter 1', 'Chapter 2', 'Chapter 3'],
    ],
  ])('may have the file names %j', async (names, expected) => {
    const found = titles(await readBook(filesNamed(...names), { language: 'en' }));
    expect(found).toEqual(expected);
  });

  it('takes chapter titles from the first heading of a file rather than from the file name', async () => {
    const book = await readBook({
      '001.md': `# Chapter 1: The *Mill*\n\n${TEXT}`,
      '002.txt': `Chapter 2\n\n${TEXT}\n\n${TEXT}`,
      '003.html': `<html><head><title>Site</title></head><body><h2>Chapter 3 – Fog</h2><p>${TEXT}</p></body></html>`,
    });
    expect(titles(book)).toEqual(['Chapter 1: The Mill', 'Chapter 2', 'Chapter 3: Fog']);
    expect(book.chapters.every(({ html }) => !/Mill|Fog/.test(html))).toBe(true);
  });

  it('has one chapter per file if numbers within the files restart in every file', async () => {
    const scene = (number: number) => `${number}\n\n${TEXT}\n\n${TEXT}\n\n`;
    const book = await readBook({ '1.txt': scene(1) + scene(2), '2.txt': scene(1) + scene(2) + scene(3) });
    expect(book.chapters).toHaveLength(2);
  });

  it('has several chapters per file if the next file continues the chapter numbers', async () => {
    const chapter = (number: number) => `Chapter ${number}\n\n${TEXT}\n\n${TEXT}\n\n`;
    const book = await readBook({ '01.txt': chapter(1) + chapter(2), '02.txt': chapter(3) + chapter(4) });
    expect(titles(book)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4']);
  });

  it('has a part for each subfolder that is named like a part', async () => {
    const book = await readBook(
      filesNamed('Volume 2/001.txt', 'Volume 2/002.txt', 'Volume 10/003.txt', 'Volume 10/004.txt', 'Prologue.txt'),
    );
    expect(book.chapters.map(({ title, part = '' }) => `${part}|${title}`)).toEqual([
      '|Prologue',
      'Volume 2|Chapter 1',
      'Volume 2|Chapter 2',
      'Volume 10|Chapter 3',
      'Volume 10|Chapter 4',
    ]);
  });

  it('causes warnings about gaps in the numbers, duplicate numbers and files without a number', async () => {
    const book = await readBook({
      ...filesNamed('1.txt', '2.txt', '5.txt', '6.txt', '8.txt', 'notes on rain.txt', 'readme.txt'),
      '2 (1).txt': `${TEXT} File 1 says so.`,
      '6 b.txt': `${TEXT} Another six.`,
    });
    expect(titles(book)).toHaveLength(7);
    const text = messages(book).join('\n');
    expect(text).toContain('No file has the number 3-4, 7.');
    expect(text).toContain('"2.txt" has the same content as "2 (1).txt"');
    expect(text).toContain('2 files have the number 6: "6 b.txt", "6.txt"');
    expect(text).toContain('No number in "notes on rain.txt"');
    expect(text).toContain('left out: "readme.txt"');
  });

  it('has its short files decoded with the encoding of the long files', async () => {
    // Encodes Russian text in Windows-1251.
    const encode = (text: string) =>
      Uint8Array.from(
        [...text].map((one) => (one.charCodeAt(0) > 0x3ff ? one.charCodeAt(0) - 0x350 : one.charCodeAt(0))),
      );
    const long = 'Дождь лил над гаванью девять дней, и никто на пристани не говорил ни о чём другом. '.replaceAll(
      'ё',
      'е',
    );
    const book = await readBook({
      '1.txt': encode(long.repeat(20)),
      '2.txt': encode(long.repeat(20)),
      '3.txt': encode('Да.'),
    });
    expect(book.encoding).toBe('windows-1251');
    expect(book.chapters[2]?.html).toBe('<p>Да.</p>');
  });

  it('has distinct ids for the notes in different files', async () => {
    const note = (text: string) => `Rain[^1] fell.\n\n[^1]: ${text}\n`;
    const book = await readBook({ '1.md': note('First.'), '2.md': note('Second.') });
    const ids = book.chapters.flatMap(({ html }) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(book.chapters[1]?.html).toContain('Second.');
    for (const { html } of book.chapters) expect(html).not.toContain('epub-chapter');
  });

  it('is rejected if a file cannot be read, with the name of the file', async () => {
    const { refusals } = await read({ '1.txt': TEXT, '2.txt': new Uint8Array([0, 1, 2, 0, 0, 5]) });
    expect(refusals).toEqual(['The Raft: "2.txt": It is not a text file: it contains zero bytes.']);
  });
});

describe('divideFiles', () => {
  const kinds = (paths: string[], as?: ReadAs) =>
    divideFiles(paths, as).map(({ kind, folder }) => `${kind} ${folder}`.trim());

  it.each([
    [
      ['The Raft.txt', 'Ulysses.txt', 'Emma.md'],
      ['single', 'single', 'single'],
    ],
    [
      ['1984.txt', '2001.txt'],
      ['single', 'single'],
    ],
    [
      ['1.epub', '2.epub'],
      ['single', 'single'],
    ],
    [['1.txt', '2.txt', '.DS_Store', '__MACOSX/1.txt'], ['numbered']],
    [
      ['Raft/1.txt', 'Raft/2.txt', 'Mill/1.txt', 'Mill/2.txt'],
      ['numbered Raft', 'numbered Mill'],
    ],
    [['Raft/1.txt', 'Raft/2.txt'], ['numbered Raft']],
  ])('groups the files %j into books', (paths, expected) => {
    expect(kinds(paths)).toEqual(expected);
  });

  it('divides files into several books, or combines them in one book, as the caller specifies', () => {
    expect(kinds(['1.txt', '2.txt'], 'books')).toEqual(['single', 'single']);
    expect(kinds(['Rain.txt', 'Fog.txt'], 'book')).toEqual(['numbered']);
  });
});

it('files of a collection that have no numbers in their names are read as separate books', async () => {
  const { books } = await read({ 'Rain.md': `# Rain\n\n${TEXT}`, 'Fog.txt': `Fog\n\n${TEXT}` });
  expect(books.map(({ book }) => book.title).toSorted()).toEqual(['Fog', 'Rain']);
});
