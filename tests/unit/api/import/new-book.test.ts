import { expect, it } from 'vitest';
import type { ImportedBook } from '#src/api/epub/index.ts';
import { toNewBook } from '#src/api/import/new-book.ts';
import { BOOK, check } from '#src/api/store/writer/check.ts';
import { placeOfUnstorableText } from '#src/lib/storable-text.ts';

const odd = (text: string) => `${text}\0\ud800`;

it('toNewBook returns a record that can be stored, even if the texts of the book contain invalid characters', async () => {
  const book: ImportedBook = {
    identifier: odd('urn:1'),
    fingerprint: 'f',
    title: odd('Moon'),
    authors: [odd('Mara')],
    language: 'en',
    description: odd('Two on a raft.'),
    subjects: [odd('Sea')],
    series: { name: odd('Rafts'), number: 1 },
    chapters: [{ title: odd('One'), part: odd('Part'), kind: 'chapter', html: `<p>${odd('Text')}</p>`, words: 1 }],
    images: [],
  };
  const record = await toNewBook(book, { keep: async () => {}, now: '2026-01-01T00:00:00.123Z', section: 7 });
  expect(placeOfUnstorableText(record)).toBeUndefined();
  expect(record).toMatchObject({
    key: 'epub:urn:1\ufffd',
    title: 'Moon\ufffd',
    chapters: [{ title: 'One\ufffd', html: '<p>Text\ufffd</p>' }],
  });
  expect(check(BOOK, record, 'book')).toMatchObject({ updatedAt: '2026-01-01T00:00:00Z' });
  expect(() => check(BOOK, { ...record, title: odd('Moon') }, 'book')).toThrow(
    expect.objectContaining({ code: 'STORE_REFUSED', message: expect.stringContaining('title: contains a NUL') }),
  );
});
