import { type BookReference, referenceOf } from '#src/contract/entities/book.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { type Mark, type MarkColour, QUOTE_LENGTH } from '#src/contract/entities/marks.ts';
import { libraryFile } from '#src/features/library/state/library-file.ts';
import { isolate } from '#src/lib/book-text.ts';
import { fileNameOf } from '#src/lib/file-name.ts';
import { textDirection } from '#src/lib/text-direction.ts';
import { platform } from '#src/shell/state/platform.ts';
import { marksByChapter } from './notebook.ts';

export const NOTEBOOK_FORMATS = ['md', 'txt', 'json'] as const;
export type NotebookFormat = (typeof NOTEBOOK_FORMATS)[number];

/** The words and formats used in a notebook's file, in the page's language. */
export interface NotebookWords {
  /** BCP 47 tag of the language, for dates. */
  readonly tag: string;
  readonly notebook: string;
  readonly bookmark: string;
  readonly note: string;
  readonly open: string;
  readonly colours: Readonly<Record<MarkColour, string>>;
  /** Returns the absolute URL of a mark's passage. */
  addressOf(mark: Mark): string;
}

export interface NotebookFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly text: string;
}

const TYPES = { md: 'text/markdown', txt: 'text/plain', json: 'application/json' } as const;

/** Returns the marks of a book as a file. @param marks in the order of the book */
export function notebookFile(
  format: NotebookFormat,
  book: BookReference,
  marks: readonly Mark[],
  words: NotebookWords,
): NotebookFile {
  const name = `${fileNameOf(book.title) ?? book.id} - ${fileNameOf(words.notebook) ?? 'notebook'}.${format}`;
  return { name, type: `${TYPES[format]};charset=utf-8`, text: WRITERS[format](book, marks, words) };
}

const WRITERS = { md: markdown, txt: plainText, json } as const;

/** A library file (docs/develop/library.md) with the marks of one book. Visitors can import it again. */
function json(book: BookReference, marks: readonly Mark[]): string {
  const items = marks.map(
    (mark): LibraryItem => ({ kind: 'mark', id: mark.id, value: mark, at: Date.parse(mark.updated_at) }),
  );
  return libraryFile(items, { book: referenceOf(book) });
}

function markdown(book: BookReference, marks: readonly Mark[], words: NotebookWords): string {
  const chapters = marksByChapter(marks).flatMap(({ title, marks: chapterMarks }) => [
    `## ${escaped(title)}`,
    ...chapterMarks.flatMap((mark) => [
      quoted(isolatedIn(words, escaped(passageOf(mark)))),
      ...(mark.note === ''
        ? []
        : [`**${escaped(words.note)}:** ${isolatedIn(words, escaped(mark.note)).replaceAll('\n', '  \n')}`]),
      `${escaped(factsOf(mark, words))} · [${escaped(words.open)}](<${words.addressOf(mark)}>)`,
    ]),
  ]);
  return file([`# ${escaped(book.title)}`, escaped(savedOn(words)), ...chapters]);
}

/** Isolates each line of a text that has letters of the other direction, so that labels and quotation marks stay in place. */
const isolatedIn = ({ tag }: NotebookWords, text: string): string =>
  text
    .split('\n')
    .map((line) => isolate(line, textDirection(tag)))
    .join('\n');

const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

/** Escapes the syntax of Markdown and HTML. At the start of a line, also escapes the syntax of headings and lists. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replaceAll(/^(\s*)([#+=-])/gm, '$1\\$2')
    .replaceAll(/^(\s*\d+)([.)])/gm, '$1\\$2');

function plainText(book: BookReference, marks: readonly Mark[], words: NotebookWords): string {
  const chapters = marksByChapter(marks).flatMap(({ title, marks: chapterMarks }) => [
    underlined(title, '-'),
    ...chapterMarks.map((mark) =>
      [
        `“${isolatedIn(words, passageOf(mark))}”`,
        ...(mark.note === '' ? [] : [indented(`${words.note}: ${isolatedIn(words, mark.note)}`)]),
        indented(factsOf(mark, words)),
      ].join('\n'),
    ),
  ]);
  return file([underlined(book.title, '='), savedOn(words), ...chapters]);
}

const underlined = (line: string, sign: string) => `${line}\n${sign.repeat([...line].length)}`;
const indented = (text: string) => text.replaceAll(/^/gm, '    ');

/** The passage's text, with an ellipsis if only its beginning is stored. */
const passageOf = ({ text }: Mark): string => (text.length < QUOTE_LENGTH ? text : `${text}…`);

const factsOf = (mark: Mark, words: NotebookWords): string =>
  `${mark.kind === 'bookmark' ? words.bookmark : words.colours[mark.colour]} · ${dateOf(Date.parse(mark.created_at), words)}`;

const savedOn = (words: NotebookWords): string => `${words.notebook} · ${dateOf(platform().now(), words)}`;

const dateOf = (time: number, { tag }: NotebookWords): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(time);

const file = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;
