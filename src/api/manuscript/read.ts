import { basename, extname } from 'node:path';
import { parseFragment } from 'parse5';
import { messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { htmlDepth } from '#src/lib/html-depth.ts';
import { MOST_CHAPTER_BYTES, MOST_CHAPTER_DEPTH, utf8Bytes } from '#src/lib/html-limits.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import { divideHtml } from '../epub/divide.ts';
import { DEFAULT_LIMITS, MAX_DESCRIPTION_CHARACTERS, mib } from '../epub/limits.ts';
import { matterOf } from '../epub/matter.ts';
import { sanitise, verify } from '../epub/sanitise.ts';
import { countWords, oneLine } from '../epub/text.ts';
import { humanTitle } from '../epub/titles.ts';
import { countTags, isPlainMarkup, MAX_DEPTH, textOf } from '../epub/tree.ts';
import type { ImportedBook, ImportedChapter } from '../epub/types.ts';
import { readHtml } from './html.ts';
import { readMarkdown } from './markdown.ts';
import { readPlain } from './plain.ts';
import { type SplitText, type Stretch, splitText } from './split.ts';
import { type Manuscript, ManuscriptError } from './types.ts';

const READERS: Readonly<Record<string, (text: string) => Manuscript>> = {
  '.md': readMarkdown,
  '.markdown': readMarkdown,
  '.html': readHtml,
  '.htm': readHtml,
  '.xhtml': readHtml,
  '.txt': readPlain,
};

/** Whether a file of this name is read as a manuscript. */
export const isManuscript = (file: string): boolean => Object.hasOwn(READERS, extname(file).toLowerCase());

/** What is said of a book besides its file. */
export interface GivenFields {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly language?: string | undefined;
}

/**
 * Reads Markdown, HTML or plain text, by the file's name. Writes nothing, fetches nothing; pictures are left out.
 * @throws ManuscriptError, EpubError `unsafe`
 */
export function readManuscript(bytes: Uint8Array, file: string, given: GivenFields = {}): ImportedBook {
  const read = READERS[extname(file).toLowerCase()];
  if (!read) throw new ManuscriptError(`"${basename(file)}" is no Markdown, HTML or plain text.`);
  const text = textOfFile(bytes);
  // Before anything is parsed: parsers and what follows them go down into each element.
  checkMarkup(text);
  const manuscript = parsed(read, text);
  checkMarkup(manuscript.html);
  checkDescription(manuscript.description);
  const split = splitText(manuscript.html);
  const title = given.title || manuscript.title || split.title || titleOfName(file);
  const language = given.language || manuscript.language || 'en';
  const authors = given.author ? [given.author] : [...(manuscript.authors ?? [])];
  const chapters = chaptersOf(split, title, language);
  if (chapters.length === 0) throw new ManuscriptError('There is no text in it.');
  const identifier =
    manuscript.identifier || hash(stableJson([title, authors].map((one) => String(one).toLowerCase())), 32);
  const fields = { title, authors, language, description: manuscript.description ?? '' };
  const book = {
    ...fields,
    identifier,
    subjects: [...(manuscript.subjects ?? [])],
    series: undefined,
    isManuscript: true,
    chapters,
    images: [],
  };
  return { ...book, fingerprint: hash(stableJson({ ...book, series: null })) };
}

/** @throws ManuscriptError with a message of our own instead of the library's */
function parsed(read: (text: string) => Manuscript, text: string): Manuscript {
  try {
    return read(text);
  } catch (cause) {
    if (cause instanceof ManuscriptError) throw cause;
    // The parser is recursive.
    if (cause instanceof RangeError || /call stack/i.test(messageOf(cause))) throw tooDeep(MAX_DEPTH, cause);
    throw new ManuscriptError('Its markup cannot be read. Save it as HTML or plain text with another program.', {
      cause,
    });
  }
}

function checkMarkup(text: string): void {
  const tags = countTags(text);
  if (tags > DEFAULT_LIMITS.documentTags)
    throw new ManuscriptError(`It has ${tags} tags; at most ${DEFAULT_LIMITS.documentTags} are read. Divide it.`);
  if (!isPlainMarkup(text)) throw tooDeep(MAX_DEPTH);
}

const tooDeep = (levels: number, cause?: unknown) =>
  new ManuscriptError(
    `Its elements are nested deeper than in any book (more than ${levels} levels), so it is not imported. Save it as plain text.`,
    { cause },
  );

function checkDescription(text = ''): void {
  if (text.length > MAX_DESCRIPTION_CHARACTERS)
    throw new ManuscriptError(
      `Its description has ${text.length} characters; at most ${MAX_DESCRIPTION_CHARACTERS} are read. Shorten it.`,
    );
}

/** In UTF-8, or else in the letters of Windows, with one kind of line end. */
function textOfFile(bytes: Uint8Array): string {
  if (bytes.length > DEFAULT_LIMITS.documentBytes)
    throw new ManuscriptError(
      `It has ${mib(bytes.length)}; at most ${mib(DEFAULT_LIMITS.documentBytes)} are read. Divide it.`,
    );
  if (bytes.includes(0) && !hasUtf16Mark(bytes)) throw new ManuscriptError('It is no text: it holds zero bytes.');
  return decoded(bytes).replaceAll(/\r\n?/g, '\n');
}

const hasUtf16Mark = ([one, two]: Uint8Array) => (one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff);

function decoded(bytes: Uint8Array): string {
  if (hasUtf16Mark(bytes)) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const titleOfName = (file: string) => oneLine(basename(file, extname(file)).replaceAll(/[-_]+/g, ' ')) || 'Untitled';

function chaptersOf({ stretches, by }: SplitText, title: string, language: string): ImportedChapter[] {
  const filled = stretches.filter(({ words }) => words > 0);
  const chapters = filled.map((stretch, index) =>
    chapterOf(stretch, { index, of: filled.length, by, title, language }),
  );
  return chapters.flatMap(partsOf);
}

interface Place {
  readonly index: number;
  readonly of: number;
  readonly by: SplitText['by'];
  readonly title: string;
  readonly language: string;
}

function chapterOf({ title, part, html, words }: Stretch, place: Place): ImportedChapter {
  const { of, language } = place;
  const name = title ?? untitled(place);
  const matter = matterOf({ title: name, types: [], path: '', guide: undefined }, of);
  const kind = (title === undefined && place.by === 'headings') || matter === 'section' ? 'section' : 'chapter';
  const clean = sanitise(html);
  // A heading may have no visible text.
  const shown = oneLine(humanTitle(name, kind, language, of)).slice(0, 300) || untitled(place).slice(0, 300);
  verify(clean, shown);
  const ofPart = part === undefined ? {} : { part: humanTitle(part, 'part', language, of).slice(0, 300) };
  return { title: shown, kind, html: clean, words, ...ofPart };
}

/** Between rules chapters are numbered; one alone, and what stands before the first title, has the name of the book. */
const untitled = ({ by, index, of, title }: Place) => (by === 'rules' && of > 1 ? `${index + 1}` : title);

/** A chapter that is longer than the contract allows, as several. */
function partsOf(chapter: ImportedChapter): ImportedChapter[] {
  const parts = divideHtml(chapter.html);
  if (parts.some((html) => utf8Bytes(html) > MOST_CHAPTER_BYTES))
    throw new ManuscriptError(
      `The chapter "${chapter.title}" is too long and has no paragraphs to divide it between: make some.`,
    );
  if (parts.some((html) => htmlDepth(html, MOST_CHAPTER_DEPTH) > MOST_CHAPTER_DEPTH)) throw tooDeep(MOST_CHAPTER_DEPTH);
  if (parts.length === 1) return [chapter];
  return parts.map((html, index) => ({
    ...chapter,
    title: index === 0 ? chapter.title : `${chapter.title} (${index + 1})`,
    html,
    words: countWords(textOf(parseFragment(html))),
  }));
}
