import { basename, extname } from 'node:path';
import { parseFragment, serialize } from 'parse5';
import { countWords } from '#src/lib/count-words.ts';
import { messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { htmlDepth } from '#src/lib/html-depth.ts';
import { MAX_CHAPTER_BYTES, MAX_CHAPTER_DEPTH, utf8Bytes } from '#src/lib/html-limits.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import { RTL_LETTER, textDirection } from '#src/lib/text-direction.ts';
import { connectNotes } from '../epub/connect-notes.ts';
import { markDirections } from '../epub/directions.ts';
import { divideHtml } from '../epub/divide.ts';
import { DEFAULT_LIMITS, MAX_DESCRIPTION_CHARACTERS, mib } from '../epub/limits.ts';
import { matterOf } from '../epub/matter.ts';
import { sanitise, verify } from '../epub/sanitise.ts';
import { oneLine } from '../epub/text.ts';
import { humanTitle, parseTitle } from '../epub/titles.ts';
import { type Element, isText, MAX_DEPTH, makeElement, moveInto, nodesOf, textOf } from '../epub/tree.ts';
import type { ImportedBook, ImportedChapter } from '../epub/types.ts';
import { numberedTitle } from './headings/chapter-words.ts';
import { readHtml } from './html.ts';
import { detectLanguage } from './language/detect.ts';
import { settle } from './links.ts';
import type { Manuscript } from './manuscript.ts';
import { readMarkdown } from './markdown.ts';
import { checkMarkup, tooDeep } from './markup-limits.ts';
import { inlinePictures, leftOutPictures, usedPictures } from './pictures.ts';
import { readPlain } from './plain.ts';
import { createRender } from './render.ts';
import { withoutSite } from './site-names.ts';
import { sourceText } from './source-text.ts';
import { type SplitText, type Stretch, splitText } from './split.ts';
import { type Doubt, leftOut, ManuscriptError } from './types.ts';

type Reader = (text: string, chapterPattern?: string) => Manuscript;

const READERS: Readonly<Record<string, Reader>> = {
  '.md': readMarkdown,
  '.markdown': readMarkdown,
  '.html': readHtml,
  '.htm': readHtml,
  '.xhtml': readHtml,
  '.txt': readPlain,
};

/** Whether a file with this name is read as a manuscript. */
export const isManuscript = (file: string): boolean => Object.hasOwn(READERS, extname(file).toLowerCase());

/** Values from the operator, which override those of a file. Encoding and pattern only apply to text files. */
export interface FieldOverrides {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly language?: string | undefined;
  /** Encoding of the file, if the detected one is wrong. */
  readonly encoding?: string | undefined;
  /** A regular expression for the lines of a plain text that begin chapters (plain/pattern.ts). */
  readonly chapterPattern?: string | undefined;
}

/** Minimum number of letters, and minimum confidence, for using a detected language. */
const MIN_LETTERS = 40;
const MIN_CONFIDENCE = 0.2;
/** Below this confidence, the language is uncertain, and a preview asks for it. */
const CERTAIN = 0.3;

/** A text with its encoding, before it becomes chapters. */
export interface ParsedText {
  readonly manuscript: Manuscript;
  readonly text: string;
  /** Name of the encoding, as `TextDecoder` knows it, such as `gb18030`. */
  readonly encoding: string;
  readonly doubts: readonly Doubt[];
}

/**
 * Reads Markdown, HTML or plain text, by the extension of the file's name. Pictures are those in `data:` URLs. Does not
 * write files or use the network.
 * @throws ManuscriptError, EpubError `unsafe`
 */
export function readManuscript(bytes: Uint8Array, file: string, overrides: FieldOverrides = {}): ImportedBook {
  const { manuscript, text, encoding, doubts } = parseText(bytes, file, overrides);
  const book = bookOf(manuscript, file, overrides, text);
  return { ...book, encoding, doubts: [...doubts] };
}

/** Decodes and parses a file for `readManuscript`. @throws ManuscriptError */
export function parseText(bytes: Uint8Array, file: string, overrides: FieldOverrides): ParsedText {
  const read = READERS[extname(file).toLowerCase()];
  if (!read) throw new ManuscriptError(`"${basename(file)}" is not Markdown, HTML or plain text.`);
  checkBytes(bytes);
  const { text, encoding, doubts } = sourceText(bytes, overrides.encoding, read === readHtml);
  // Must run before parsing, because parsers and later steps are recursive.
  if (read !== readPlain) checkMarkup(text);
  const parsedText = parsed(() => read(text, overrides.chapterPattern));
  const { body } = parsedText;
  const manuscript = body ? { ...parsedText, pictures: inlinePictures(body) } : parsedText;
  return { manuscript, text, encoding, doubts: [...doubts, ...(manuscript.doubts ?? [])] };
}

/**
 * Converts a manuscript to a book.
 * @param text the text of the manuscript, used to detect its language if the manuscript has no `body`
 * @throws ManuscriptError, EpubError `unsafe`
 */
export function bookOf(manuscript: Manuscript, file: string, overrides: FieldOverrides, text = ''): ImportedBook {
  checkDescription(manuscript.description);
  // Must be read before rendering, which removes nodes from the page.
  const plain = manuscript.body ? plainText(manuscript.body) : text;
  const stated = overrides.language || canonicalTag(manuscript.language);
  const detected = stated === undefined ? languageOf(plain, manuscript.likelyLanguage) : undefined;
  const language = stated ?? detected?.tag ?? 'en';
  const missing = manuscript.body ? leftOutPictures(manuscript.body, manuscript.pictures) : [];
  let hidden: string[] = [];
  const split =
    manuscript.split ??
    splitPage(manuscript, language, (elements) => {
      hidden = elements.map(textOf).filter((text) => text.trim() !== '');
    });
  const title = overrides.title || withoutSite(manuscript.title ?? '') || split.title || titleOfName(file);
  const authors = overrides.author ? [overrides.author] : [...(manuscript.authors ?? [])];
  const chapters = chaptersOf(split, title, language);
  if (chapters.length === 0) throw new ManuscriptError('It contains no text.');
  const identifier =
    manuscript.identifier || hash(stableJson([title, authors].map((value) => String(value).toLowerCase())), 32);
  const htmls = chapters.map(({ html }) => html);
  const { cover } = manuscript;
  const fields = { title, authors, language, description: manuscript.description ?? '' };
  const book = {
    ...fields,
    identifier,
    subjects: [...(manuscript.subjects ?? [])],
    series: undefined,
    isManuscript: true,
    chapters,
    images: manuscript.pictures ? usedPictures(manuscript.pictures, htmls) : [],
  };
  return {
    ...book,
    ...(cover && { cover }),
    fingerprint: hash(stableJson({ ...book, images: [], series: null, ...(cover && { cover: hash(cover.bytes) }) })),
    isLanguageCertain: detected?.isCertain ?? true,
    leftOut: [...(manuscript.leftOut ?? []), ...leftOut('Hidden text', hidden), ...missing],
  };
}

/** Divides a page into chapters, and removes its nodes. @throws ManuscriptError if it is nested too deeply */
export function splitPage(
  { body = makeElement('body'), sheets = [], pictures }: Manuscript,
  language: string,
  onHidden?: (elements: readonly Element[]) => void,
): SplitText {
  return parsed(() => splitText(body, createRender(body, sheets, language, onHidden, pictures?.addressOf)));
}

/** Returns the text of a page, for detecting its language. */
export const plainText = (body: Element) =>
  [...nodesOf(body)].map((node) => (isText(node) ? node.value : '')).join(' ');

/** Normalises a language tag, such as Word's "EN-GB" to "en-GB". @returns undefined for an invalid tag */
function canonicalTag(tag = ''): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/**
 * Detects the language of a text that does not declare one. If the text is too short, uses the language of its
 * headings, or English.
 */
function languageOf(text: string, likely = 'en'): { readonly tag: string; readonly isCertain: boolean } {
  const { tag, confidence } = detectLanguage(text);
  const isEnough = confidence === 1 || text.match(/\p{L}/gu)?.[MIN_LETTERS] !== undefined;
  return isEnough && confidence >= MIN_CONFIDENCE
    ? { tag, isCertain: confidence >= CERTAIN }
    : { tag: likely, isCertain: false };
}

/** Runs a parser. @throws ManuscriptError instead of the errors of the library */
function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ManuscriptError) throw cause;
    // The parser is recursive, so deeply nested markup causes one of these errors.
    if (cause instanceof RangeError || /call stack/i.test(messageOf(cause))) throw tooDeep(MAX_DEPTH, cause);
    throw new ManuscriptError('Its markup cannot be read. Save it as HTML or plain text with another program.', {
      cause,
    });
  }
}

function checkDescription(text = ''): void {
  if (text.length > MAX_DESCRIPTION_CHARACTERS)
    throw new ManuscriptError(
      `Its description has ${text.length} characters; the limit is ${MAX_DESCRIPTION_CHARACTERS}. Shorten it.`,
    );
}

function checkBytes({ length }: Uint8Array): void {
  if (length > DEFAULT_LIMITS.documentBytes)
    throw new ManuscriptError(`It is ${mib(length)}; the limit is ${mib(DEFAULT_LIMITS.documentBytes)}. Divide it.`);
}

const titleOfName = (file: string) =>
  oneLine(withoutSite(basename(file, extname(file))).replaceAll(/[-_]+/g, ' ')) || 'Untitled';

function chaptersOf({ stretches, by }: SplitText, title: string, language: string): ImportedChapter[] {
  const filled = stretches.filter(({ words, html }) => words > 0 || HAS_PICTURE.test(html));
  const drafts = filled.map((stretch, index) => ({
    ...chapterOf(stretch, { index, of: filled.length, by, title, language }),
    anchors: stretch.anchors ?? [],
  }));
  // Plain text has no links, and its notes have been found.
  const hasMarkup = filled.some(({ kind }) => kind === undefined);
  const htmls = hasMarkup ? connectNotes(drafts.map(({ html }, plan) => ({ plan, html }))) : drafts;
  const connected = drafts.map((draft, index) => ({ ...draft, html: htmls[index]?.html ?? draft.html }));
  // The HTML is verified last, so that nothing changes it afterwards.
  return settle(connected.flatMap(partsOf)).map(({ anchors: _, ...chapter }) => {
    verify(chapter.html, chapter.title);
    return chapter;
  });
}

interface Draft extends ImportedChapter {
  /** Ids of the anchors in its heading. */
  readonly anchors: readonly string[];
}

interface Place {
  readonly index: number;
  readonly of: number;
  readonly by: SplitText['by'];
  readonly title: string;
  readonly language: string;
}

function chapterOf(stretch: Stretch, place: Place): ImportedChapter {
  return stretch.kind === undefined ? ofHeading(stretch, place) : ofPlainText(stretch, stretch.kind, place);
}

/** Converts a chapter of plain text, whose title is already final. */
function ofPlainText(
  { title, number, part, html, words }: Stretch,
  kind: 'chapter' | 'section',
  place: Place,
): ImportedChapter {
  const clean = sanitise(withDirections(html, place.language));
  const named = number === undefined ? title : numberedTitle(number, title ?? '', place.language);
  const shownTitle = oneLine(named ?? untitledPlain(place)).slice(0, 300);
  return { title: shownTitle, kind, html: clean, words, ...(part === undefined ? {} : { part: part.slice(0, 300) }) };
}

/** Marks paragraphs whose direction differs from that of the book. */
function withDirections(html: string, language: string): string {
  if (textDirection(language) === 'ltr' && !RTL_LETTER.test(html)) return html;
  const body = makeElement('body');
  for (const child of [...parseFragment(html).childNodes]) moveInto(child as Element, body);
  markDirections(body, language);
  return serialize(body);
}

/** Matches a chapter with a picture. */
const HAS_PICTURE = / src="epub-image:/;
/** Matches paragraphs and figures that contained only a picture that was left out. */
const EMPTY = /<p(?: class="[^"]*")?>\s*<\/p>|<figure>\s*(?:<figcaption>\s*<\/figcaption>)?\s*<\/figure>/g;

const withoutEmpty = (html: string) => html.replaceAll(EMPTY, '');

const untitledPlain = ({ by, index, of, title, language }: Place) =>
  by === 'rules' && of > 1 ? numberedTitle(index + 1, '', language) : title;

function ofHeading({ title, part, html, words, isUnnumbered = false }: Stretch, place: Place): ImportedChapter {
  const { of, language } = place;
  const name = title ?? untitled(place);
  const matter = matterOf({ title: name, types: [], path: '', guide: undefined }, of);
  const isPlainName = isUnnumbered && parseTitle(name, of)?.label === undefined;
  const isSection = (title === undefined && place.by === 'headings') || matter === 'section' || isPlainName;
  const kind = isSection ? 'section' : 'chapter';
  const clean = withoutEmpty(sanitise(html));
  // The heading may have no visible text.
  const shownTitle = oneLine(humanTitle(name, kind, language, of)).slice(0, 300) || untitled(place).slice(0, 300);
  const above = part === undefined ? parseTitle(name, of)?.part : humanTitle(part, 'part', language, of);
  const ofPart = above === undefined ? {} : { part: above.slice(0, 300) };
  return { title: shownTitle, kind, html: clean, words, ...ofPart };
}

/**
 * Returns the title of a chapter without a heading: its number if rules divide the text into chapters, otherwise the
 * title of the book.
 */
const untitled = ({ by, index, of, title }: Place) => (by === 'rules' && of > 1 ? `${index + 1}` : title);

/** Splits a chapter that is longer than the contract allows. */
function partsOf(chapter: Draft): Draft[] {
  const parts = divideHtml(chapter.html);
  if (parts.some((html) => utf8Bytes(html) > MAX_CHAPTER_BYTES))
    throw new ManuscriptError(
      `The chapter "${chapter.title}" is too long, and has no paragraphs at which it could be split: add some.`,
    );
  if (parts.some((html) => htmlDepth(html, MAX_CHAPTER_DEPTH) > MAX_CHAPTER_DEPTH)) throw tooDeep(MAX_CHAPTER_DEPTH);
  if (parts.length === 1) return [chapter];
  return parts.map((html, index) => ({
    ...chapter,
    title: index === 0 ? chapter.title : `${chapter.title} (${index + 1})`,
    anchors: index === 0 ? chapter.anchors : [],
    html,
    words: countWords(textOf(parseFragment(html))),
  }));
}
