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
  /** Encoding of a text file, by the platform's name; null for an EPUB. */
  readonly encoding: string | null;
  /** Points the operator should check. */
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

const MAX_BEGINNING_CHARACTERS = 90;

/** @param file name of the file */
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
  return text.length <= MAX_BEGINNING_CHARACTERS
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', MAX_BEGINNING_CHARACTERS))} …`;
}
