import { extname } from 'node:path';
import { parseFragment } from 'parse5';
import type { ImportedBook } from '../epub/index.ts';
import { oneLine } from '../epub/text.ts';
import { attribute, childrenOf, type Element, findAll, isElement, type Node, textOf } from '../epub/tree.ts';
import { detectLanguage } from '../manuscript/language/detect.ts';
import { withoutNotes } from '../store/without-notes.ts';
import { keyOf } from './new-book.ts';
import { textFingerprint } from './plan/apply.ts';
import type { ChapterBlocks } from './plan/blocks.ts';
import { encodingPreview } from './plan/encoding.ts';
import { odditiesOf } from './plan/oddities.ts';
import type {
  BookFormat,
  BookPreview,
  ChapterPreview,
  EncodingPreview,
  LanguagePreview,
  PreviewTotals,
} from './plan/types.ts';

const MAX_BEGINNING_CHARACTERS = 90;

interface PreviewSource {
  /** Name of the file, folder or ZIP. */
  readonly file: string;
  /** The blocks of each chapter. */
  readonly blocks: readonly ChapterBlocks[];
  /** Content of the file if it is a single text file, to compare encodings. */
  readonly bytes?: Uint8Array | undefined;
  /** Whether several files or posts are the chapters of the book. */
  readonly isCollection?: boolean;
  /** Whether the operator chose the language. */
  readonly isLanguageChosen?: boolean;
}

/** Creates the preview of a book. The caller adds the stored books that the book resembles. */
export function previewOf(book: ImportedBook, source: PreviewSource): BookPreview {
  const { title, authors, doubts = [], leftOut = [] } = book;
  const { blocks } = source;
  const chapters = book.chapters.map((chapter, index) => chapterPreview(chapter, index, blocks[index]));
  return {
    file: source.file,
    format: formatOf(source),
    key: keyOf(book),
    fingerprint: textFingerprint(book),
    title,
    authors,
    language: languageOf(book, blocks, source.isLanguageChosen ?? false),
    encoding: encodingOf(book, source),
    doubts,
    chapters,
    totals: totalsOf(chapters),
    leftOut,
    oddities: odditiesOf(chapters, blocks),
    resembles: [],
  };
}

const FORMATS: Readonly<Record<string, BookFormat>> = {
  '.epub': 'epub',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.docx': 'docx',
  '.odt': 'odt',
  '.fodt': 'odt',
  '.txt': 'text',
};

const formatOf = ({ file, isCollection }: PreviewSource): BookFormat =>
  (isCollection ? undefined : FORMATS[extname(file).toLowerCase()]) ?? 'collection';

function chapterPreview(
  { title, part, kind, words, html }: ImportedBook['chapters'][number],
  index: number,
  blocks: ChapterBlocks | undefined,
): ChapterPreview {
  return {
    index,
    title,
    part: part ?? null,
    kind,
    words,
    begins: beginningOf(html),
    blocks: blocks?.blocks.length ?? 0,
    notes: countNotes(html),
    pictures: html.match(/<img /g)?.length ?? 0,
  };
}

const NOTE = /(?:^|\s)text-note(?:\s|$)/;
const LINK_BACK = /(?:^|\s)text-note-back(?:\s|$)/;
const BLOCK = /^(?:p|li|d[dt]|t[dh]|div|blockquote)$/;

/** Counts the elements that are marked as notes, and other blocks that contain a link back to the text. */
function countNotes(html: string): number {
  if (!html.includes('text-note')) return 0;
  const notes = new Set<Node>();
  const fragment = parseFragment(html);
  for (const note of findAll(fragment, (element) => NOTE.test(attribute(element, 'class')))) notes.add(note);
  for (const link of findAll(fragment, (element) => LINK_BACK.test(attribute(element, 'class')))) {
    const parents = parentsOf(link);
    if (parents.some((parent) => notes.has(parent))) continue;
    const block = parents.find(({ tagName }) => BLOCK.test(tagName)) ?? link;
    // The note of a term is its definition, which has been counted.
    if (block.tagName !== 'dt' || !notes.has(nextElement(block) ?? block)) notes.add(block);
  }
  return notes.size;
}

function nextElement(element: Element): Element | undefined {
  const siblings = element.parentNode ? childrenOf(element.parentNode) : [];
  return siblings.slice(siblings.indexOf(element) + 1).find(isElement);
}

/** Returns the ancestors of an element, the innermost first. */
function parentsOf(element: Element): Element[] {
  const parents: Element[] = [];
  for (let at = element.parentNode; at && isElement(at); at = at.parentNode) parents.push(at);
  return parents;
}

function totalsOf(chapters: readonly ChapterPreview[]): PreviewTotals {
  const sum = (field: 'words' | 'notes' | 'pictures') => chapters.reduce((total, chapter) => total + chapter[field], 0);
  const numbered = chapters.filter(({ kind }) => kind === 'chapter').length;
  return {
    chapters: numbered,
    sections: chapters.length - numbered,
    words: sum('words'),
    notes: sum('notes'),
    pictures: sum('pictures'),
  };
}

/** The language declared in a file is uncertain if another language is detected with at least this confidence. */
const MIN_CONTRADICTION = 0.6;
const MAX_SAMPLED_BLOCKS = 40;

function languageOf(
  { language, isLanguageCertain = language !== 'und' }: ImportedBook,
  blocks: readonly ChapterBlocks[],
  isChosen: boolean,
): LanguagePreview {
  if (isChosen) return { code: language, confidence: 'certain' };
  const middle = blocks[Math.floor(blocks.length / 2)]?.blocks.slice(0, MAX_SAMPLED_BLOCKS) ?? [];
  const detected = detectLanguage(middle.map(({ text }) => text).join('\n'));
  const isContradicted = detected.confidence >= MIN_CONTRADICTION && primary(detected.tag) !== primary(language);
  return { code: language, confidence: isLanguageCertain && !isContradicted ? 'certain' : 'uncertain' };
}

const primary = (tag: string) => tag.toLowerCase().split('-')[0]?.replace(/^tl$/, 'fil');

function encodingOf({ encoding, doubts = [] }: ImportedBook, { bytes }: PreviewSource): EncodingPreview | null {
  if (encoding === undefined) return null;
  const isCertain = !doubts.some(({ about }) => about === 'encoding');
  if (bytes === undefined) return { name: encoding, confidence: isCertain ? 'certain' : 'uncertain', candidates: [] };
  return encodingPreview(bytes, encoding, { isCertain });
}

/** Matches tags that separate words without a space. */
const WORD_BREAK = /<\/(?:p|h\d|li|d[dt]|t[dh])>|<br/g;

/** Returns the first words of a chapter without its notes, unless it contains nothing else. */
function beginningOf(html: string): string {
  const text = firstText(withoutNotes(html.slice(0, 8000))) || firstText(html);
  return text.length <= MAX_BEGINNING_CHARACTERS
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', MAX_BEGINNING_CHARACTERS))} …`;
}

const firstText = (html: string) => oneLine(textOf(parseFragment(html.slice(0, 4000).replaceAll(WORD_BREAK, ' $&'))));
