import { bookChapters, searchMulti } from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { catalogueRow, changeCatalogue } from './database.ts';
import { ask, type Edition } from './facts.ts';
import { siteOf } from './site.ts';

const BRAND = 'local';
const EDITION: Edition = { brand: BRAND, prefix: '/public', locale: 'en' };

/** Finds a demo book by its title. @returns the book and the URLs of its chapters */
export async function demoBook(title: string) {
  const { books } = await ask(EDITION, searchMulti, { keyword: title });
  const book = books.items.find((candidate) => candidate.title === title);
  if (!book) throw new Error(`There is no demo book ${title}.`);
  const { items: chapters } = await ask(EDITION, bookChapters, { book_id: book.id });
  const pathOf = (index: number) => createPaths('en').reader(book.id, chapters[index]?.id ?? 0);
  return { book, chapters, pathOf, addressOf: (index: number) => siteOf(BRAND) + pathOf(index) };
}

/** Replaces the text of a chapter and the language of its book. @returns a function that restores both */
export function rewrite(book: number, chapter: number, html: string, language?: string): () => void {
  const { html: before } = catalogueRow('SELECT html FROM chapter_texts WHERE chapter_id = ?', chapter) ?? {};
  const { language: spoken } = catalogueRow('SELECT language FROM books WHERE id = ?', book) ?? {};
  const put = (text: string, code: string) => {
    changeCatalogue('UPDATE chapter_texts SET html = ? WHERE chapter_id = ?', text, chapter);
    changeCatalogue('UPDATE books SET language = ? WHERE id = ?', code, book);
  };
  put(html, language ?? String(spoken));
  return () => put(String(before), String(spoken));
}
