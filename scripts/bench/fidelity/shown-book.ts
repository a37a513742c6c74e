import { parseHTML } from 'linkedom';
import { LecternError } from '#src/lib/errors.ts';

/** A chapter as the site shows it. */
export interface ShownChapter {
  readonly path: string;
  readonly title: string;
  readonly part: string;
  readonly page: Document;
  readonly body: Element;
}

/** Reads every chapter of a book from its page. */
export async function readShownBook(origin: string, book: number): Promise<ShownChapter[]> {
  const answer = await fetch(`${origin}/public/v1/book.chapters?book_id=${book}`);
  const { data }: { data: { items: { id: number; title: string }[] } } = await answer.json();
  const chapters: ShownChapter[] = [];
  for (const { id, title } of data.items) {
    const path = `/book-reader/${book}/${id}`;
    const { document: page } = parseHTML(await (await fetch(origin + path)).text());
    const body = page.querySelector(`[data-chapter="${id}"] .reader-text`);
    if (!body) throw new LecternError('BENCH', `${path} shows no chapter.`);
    chapters.push({ path, title, part: page.querySelector('.reader-part')?.textContent ?? '', page, body });
  }
  return chapters;
}
