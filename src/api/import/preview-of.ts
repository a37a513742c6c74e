import { parseFragment } from 'parse5';
import type { ImportedBook } from '../epub/index.ts';
import { oneLine } from '../epub/text.ts';
import { textOf } from '../epub/tree.ts';
import type { Doubt } from '../manuscript/index.ts';
import { keyOf } from './new-book.ts';

/** What an import of a file would add. */
export interface BookPreview {
  readonly file: string;
  readonly key: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: string;
  /** Of a text file, by the platform's name; null for an EPUB. */
  readonly encoding: string | null;
  /** What the operator should look at. */
  readonly doubts: readonly Doubt[];
  readonly chapters: readonly ChapterPreview[];
}

export interface ChapterPreview {
  readonly title: string;
  readonly part: string | null;
  readonly kind: 'chapter' | 'section';
  readonly words: number;
  /** Its first words. */
  readonly begins: string;
}

/** In characters. */
const BEGINNING = 90;

/** @param file its name */
export function previewOf(book: ImportedBook, file: string): BookPreview {
  const { title, authors, language, encoding = null, doubts = [] } = book;
  const chapters = book.chapters.map(({ title: name, part = null, kind, words, html }) => ({
    title: name,
    part,
    kind,
    words,
    begins: beginningOf(html),
  }));
  return { file, key: keyOf(book), title, authors, language, encoding, doubts, chapters };
}

function beginningOf(html: string): string {
  const text = oneLine(textOf(parseFragment(html.slice(0, 4000).replaceAll(/<\/(?:p|h\d|li)>/g, ' $&'))));
  return text.length <= BEGINNING ? text : `${text.slice(0, text.lastIndexOf(' ', BEGINNING))} …`;
}
