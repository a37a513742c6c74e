import { describe, expect, it } from 'vitest';
import type { CollectionBook } from '#src/api/collection/index.ts';
import { PNG } from '../epub/make-epub.ts';
import { drawing, heading, makeDocx, paragraph, run } from '../manuscript/make-docx.ts';
import { type Files, readBooks } from './read-books.ts';

const TEXT = 'The river ran high that spring, and the old bridge stood half under water. '.repeat(2);
const page = (text: string, source: string) => `<p>${TEXT}${text}</p><p><img src="${source}" alt="Map"></p>`;
/** Pictures that differ in their last byte. */
const picture = (mark: number) => Buffer.concat([PNG, Buffer.from([mark])]);

/** Returns the last byte of the picture of each chapter; undefined for a chapter without a picture. */
async function marksOf(books: readonly CollectionBook[]) {
  const marks: (number | undefined)[] = [];
  for (const { book } of books)
    for (const { html } of book.chapters) {
      const id = /src="epub-image:([0-9a-f]+)"/.exec(html)?.[1];
      const bytes = await book.images.find((image) => image.id === id)?.read();
      marks.push(bytes?.at(-1));
    }
  return marks;
}
const marks = async (files: Files) => marksOf((await readBooks(files)).books);

describe('the pictures of pages in a collection', () => {
  it('are those next to the page if other folders have pictures with the same name', async () => {
    expect(
      await marks({
        'Chapter 1/C1.html': page('a', 'images/image1.png'),
        'Chapter 1/images/image1.png': picture(1),
        'Chapter 2/C2.html': page('b', 'images/image1.png'),
        'Chapter 2/images/image1.png': picture(2),
      }),
    ).toEqual([1, 2]);
    expect(
      await marks({
        'Volume 1/01.md': `${TEXT}\n\n![Map](../art/v1/map.png)\n`,
        'Volume 1/02.md': `${TEXT}b\n\n![Map](./map%20b.png)\n`,
        'Volume 2/03.md': `${TEXT}c\n\n![Map](Art/Map.PNG)\n`,
        'Volume 2/04.md': `${TEXT}d\n\n![Map](/art/v1/map.png)\n`,
        'Volume 1/map b.png': picture(2),
        'Volume 2/art/map.png': picture(3),
        'art/v1/map.png': picture(1),
      }),
    ).toEqual([1, 2, 3, 1]);
  });

  it('are left out if only other chapters have a picture with that name', async () => {
    expect(
      await marks({
        'Chapter 1/C1.html': page('a', 'images/image1.png'),
        'Chapter 2/C2.html': page('b', 'images/image1.png'),
        'Chapter 2/images/image1.png': picture(2),
        'Chapter 3/C3.html': page('c', 'images/image1.png'),
        'Chapter 3/images/image1.png': picture(3),
        'Chapter 4/C4.html': page('d', 'images/image9.png'),
        'Chapter 5/C5.html': page('e', 'images/image1.png'),
        'Chapter 5/images/image9.png': picture(9),
      }),
    ).toEqual([undefined, 2, 3, undefined, undefined]);
  });

  it('are found in a shared folder if only one file has their name, but not for URLs of other sites', async () => {
    expect(
      await marks({
        '01.md': `${TEXT}\n\n![Map](map.png)\n`,
        '02.md': `${TEXT}b\n\n![Map](https://pictures.example/map.png)\n`,
        '03.md': `${TEXT}c\n\n![Map](//pictures.example/map.png)\n`,
        '04.md': `${TEXT}d\n\n![Map](file:///C:/map.png)\n`,
        '05.md': `${TEXT}e\n\n![Map](twice.png)\n`,
        'attachments/map.png': picture(1),
        'attachments/a/twice.png': picture(2),
        'attachments/b/twice.png': picture(3),
      }),
    ).toEqual([1, undefined, undefined, undefined, undefined]);
  });
});

describe('a picture at the beginning of a document', () => {
  it('stays in its chapter if each document of a folder is a chapter', async () => {
    const chapter = (mark: number) =>
      makeDocx(paragraph(drawing('a.png')) + heading(`Chapter ${mark}`) + paragraph(run(`${TEXT}${mark}`)), {
        media: { 'a.png': picture(mark) },
      });
    const { books } = await readBooks({
      'chapter-01.docx': chapter(1),
      'chapter-02.docx': chapter(2),
      'chapter-03.docx': chapter(3),
    });
    expect(books.map(({ book }) => book.chapters.map(({ title }) => title))).toEqual([
      ['Chapter 1', 'Chapter 2', 'Chapter 3'],
    ]);
    expect(await marksOf(books)).toEqual([1, 2, 3]);
  });

  it('belongs to the first chapter of a document with several chapters', async () => {
    const chapters = (first: number) =>
      makeDocx(
        paragraph(drawing('a.png')) +
          [first, first + 1].map((at) => heading(`Chapter ${at}`) + paragraph(run(`${TEXT}${at}`))).join(''),
        { media: { 'a.png': picture(first) } },
      );
    const { books } = await readBooks({ '01.docx': chapters(1), '02.docx': chapters(3) });
    expect(books.map(({ book }) => book.chapters.map(({ title }) => title))).toEqual([
      ['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4'],
    ]);
    expect(await marksOf(books)).toEqual([1, undefined, 3, undefined]);
  });
});
