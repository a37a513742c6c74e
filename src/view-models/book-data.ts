import { authorHome, tagBooks } from '#src/contract/calls/list.ts';
import { searchMulti } from '#src/contract/calls/search.ts';
import type { Book, BookDetail, BookReference, Reference } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Upstream } from './source.ts';

/** Books that stand beside a book: of its first tag, and by its author. */
export const RELATED_BOOKS = 8;

/** What a novel's page is made of, as the upstream tells it. */
export interface NovelData {
  readonly book: BookDetail;
  readonly chapters: readonly Chapter[];
  /** First books of the first tag; the book itself may be one of them. */
  readonly ofTag: readonly Book[];
  /** First books by the author; the book itself may be one of them. */
  readonly ofAuthor: readonly Book[];
  /** False where the upstream has no chapter texts. */
  readonly readable: boolean;
}

/** What a chapter's page is made of besides its book. */
export interface ChapterData {
  readonly chapter: Chapter;
  /** As the upstream gave it; null where it has no chapter texts. */
  readonly html: string | null;
  readonly previousId: number | null;
  readonly nextId: number | null;
}

/** A book whose own pages a release has. */
export interface PrerenderedBook {
  readonly book: BookReference;
  /** The chapter where reading begins, null where it has no page. */
  readonly chapterId: number | null;
}

/** The books whose own pages a release has, in one section; undefined for any other book. */
export interface PrerenderedBooks {
  /** By id. */
  all(): Iterable<PrerenderedBook>;
  novel(book: number): NovelData | undefined;
  /** The chapter where reading begins. */
  chapter(book: number): (ChapterData & { readonly book: BookDetail }) | undefined;
  /** Changes with all that `novel` gives. */
  novelVersion(book: number): string | undefined;
  /** Changes with all that `chapter` gives. */
  chapterVersion(book: number): string | undefined;
}

const wanted = { page_size: RELATED_BOOKS + 1 };

/** Books of a tag, by the tag's own list where the upstream has one, else by searching for its name. */
export async function booksOfTag(tag: Reference | undefined, upstream: Upstream): Promise<readonly Book[]> {
  if (!tag) return [];
  const ofTag = await upstream.call(tagBooks, { tag_id: tag.id, ...wanted });
  if (!upstream.lacks(tagBooks)) return ofTag.data.items;
  return (await upstream.call(searchMulti, { keyword: tag.name, ...wanted })).data.books.items;
}

/** The author's books, those first that the author's own page has first. */
export async function booksOfAuthor(author: Reference, upstream: Upstream): Promise<readonly Book[]> {
  return (await upstream.call(authorHome, { author_id: author.id, ...wanted })).data.books.items;
}

/** Where reading begins: as the upstream says, else the first chapter that is free, else the first one. */
export function firstReadable(book: BookDetail, chapters: readonly Chapter[]): number | undefined {
  return book.first_chapter_id ?? (chapters.find((chapter) => !chapter.locked) ?? chapters[0])?.id;
}
