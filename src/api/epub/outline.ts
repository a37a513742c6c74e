import { PART_SEPARATOR } from '#src/contract/entities/chapter.ts';
import type { Anchor, DocumentSummary } from './summary.ts';
import { humanTitle, parseTitle } from './titles.ts';
import type { TocEntry } from './toc.ts';

/** An entry of the table of contents, with its position in the reading order. */
export interface OutlineEntry {
  title: string;
  part: string | undefined;
  /** Whether the entry is the heading of a part. Its page is kept only if it contains other text. */
  headsPart: boolean;
  spineIndex: number;
  /** The fragment; '' for the beginning of the document. */
  fragment: string;
  anchor: Anchor;
  types: string[];
}

export interface OutlineContext {
  bookTitle: string;
  language: string;
  documents: DocumentSummary[];
  /** The highest plausible chapter number. */
  maxNumber: number;
}

interface Line {
  entry: TocEntry;
  /** Number of words between this entry and the next one; undefined for an entry without a target. */
  words: number | undefined;
  position: Pick<OutlineEntry, 'spineIndex' | 'fragment' | 'anchor' | 'types'> | undefined;
}

const START: Anchor = { order: -1, wordsBefore: 0, types: [], heading: '' };
const PART_TYPES = new Set(['part', 'volume', 'division']);
const TITLE_TYPES = new Set(['titlepage', 'halftitlepage', 'title-page']);
const FRONT_TYPES = new Set([
  'preface',
  'foreword',
  'introduction',
  'prologue',
  'epilogue',
  'afterword',
  'appendix',
  'endnotes',
]);
/**
 * Maximum number of words of a part's title page: an unnumbered entry with children, whose type is not `chapter`.
 */
const MAX_ANNOUNCEMENT_WORDS = 80;
/** A part without chapters is a chapter itself if it has at least this many words. */
const MIN_TEXT_WORDS = 300;
/**
 * Maximum average number of words of the numbered sections of a poem or story. Longer ones are chapters.
 */
const MAX_SECTION_WORDS = 400;
const WORK_TYPES = /^(?:chapter|poem|verse|song|hymn|short-story)$/;

/**
 * Returns the entries of a book in reading order. An entry with children is a part, a wrapper (such as a half title
 * above all chapters), or a chapter that is not divided into its sections.
 */
export function outline(contents: TocEntry[], context: OutlineContext): OutlineEntry[] {
  const toc = withTitles(contents, new Map(context.documents.map((document) => [document.path, document])));
  const lines = measured(toc, context);
  const outlined: OutlineEntry[] = [];
  walk(toc, []);
  return outlined.toSorted((a, b) => a.spineIndex - b.spineIndex || a.anchor.order - b.anchor.order);

  function walk(entries: TocEntry[], above: string[]): void {
    let open: string | undefined;
    for (const entry of entries) {
      const line = lines.get(entry);
      if (!line) continue;
      const parts = open === undefined ? above : [...above, open];
      const role = isNumberedWork(line, lines, context) ? 'leaf' : roleOf(line, context);
      if (role === 'part') {
        const name = humanTitle(entry.title, 'part', context.language, context.maxNumber);
        add(line, [...above, name], true);
        if (entry.children.length === 0) open = name;
        else open = undefined;
        walk(entry.children, [...above, name]);
      } else {
        if (entry.children.length > 0) open = undefined;
        add(line, entry.children.length > 0 ? above : parts, false);
        if (role === 'wrapper') walk(entry.children, above);
      }
    }
  }

  function add(line: Line, above: string[], headsPart: boolean): void {
    if (!line.position) return;
    const { title } = line.entry;
    const own = parseTitle(title, context.maxNumber)?.part;
    const parts = own === undefined || above.includes(own) ? above : [...above, own];
    outlined.push({ ...line.position, title, part: parts.join(PART_SEPARATOR) || undefined, headsPart });
  }
}

/** Replaces titles without letters and digits with the heading at the target of the entry. */
function withTitles(toc: readonly TocEntry[], documents: ReadonlyMap<string, DocumentSummary>): TocEntry[] {
  return toc.map((entry) => {
    const document = documents.get(entry.path ?? '');
    const anchor = entry.fragment === '' ? undefined : document?.anchors.get(entry.fragment);
    const heading = anchor?.heading || (anchor && anchor.wordsBefore > 0 ? '' : (document?.heading ?? ''));
    const title = /[\p{L}\p{N}]/u.test(entry.title) ? entry.title : heading || entry.title;
    return { ...entry, title, children: withTitles(entry.children, documents) };
  });
}

function roleOf({ entry, words = 0, position }: Line, context: OutlineContext): 'part' | 'wrapper' | 'leaf' {
  const types = position?.types ?? [];
  const number = parseTitle(entry.title, context.maxNumber);
  const named = types.some((type) => PART_TYPES.has(type)) || number?.level === 'part';
  if (entry.children.length === 0) return named && words < MIN_TEXT_WORDS ? 'part' : 'leaf';
  if (types.some((type) => TITLE_TYPES.has(type)) || equalTitles(entry.title, context.bookTitle)) return 'wrapper';
  if (named) return 'part';
  if (types.some((type) => FRONT_TYPES.has(type))) return 'leaf';
  const hasChapters = entry.children.some((child) => parseTitle(child.title, context.maxNumber) !== undefined);
  const announces = words < MAX_ANNOUNCEMENT_WORDS && !types.includes('chapter') && number === undefined;
  return hasChapters || announces ? 'part' : 'leaf';
}

/**
 * Whether an entry is a work with numbered sections, such as a long poem: it has a title, its sections are numbers
 * without titles in the same document, and it is marked as a work or its sections are short.
 */
function isNumberedWork({ entry, position }: Line, lines: ReadonlyMap<TocEntry, Line>, context: OutlineContext) {
  const { children, title, path } = entry;
  if (children.length === 0 || !position || parseTitle(title, context.maxNumber)) return false;
  if (equalTitles(title, context.bookTitle)) return false;
  const isSection = (child: TocEntry) => {
    const parsed = parseTitle(child.title, context.maxNumber);
    return parsed?.level === 'bare' && parsed.rest === '' && child.path === path && child.children.length === 0;
  };
  if (!children.every(isSection)) return false;
  const words = children.reduce((sum, child) => sum + (lines.get(child)?.words ?? 0), 0);
  const types = position.types.map((type) => type.replace(/^.*:/, ''));
  return types.some((type) => WORK_TYPES.test(type)) || words < children.length * MAX_SECTION_WORDS;
}

function measured(toc: TocEntry[], context: OutlineContext): Map<TocEntry, Line> {
  const lines: Line[] = [];
  const indexOf = new Map(context.documents.map((document, index) => [document.path, index]));
  const visit = (entries: TocEntry[]): void => {
    for (const entry of entries) {
      lines.push({ entry, position: place(entry, indexOf.get(entry.path ?? ''), context.documents), words: undefined });
      visit(entry.children);
    }
  };
  visit(toc);
  const starts = runningTotals(context.documents);
  const at = ({ position }: Line): number =>
    (starts[position?.spineIndex ?? 0] ?? 0) + (position?.anchor.wordsBefore ?? 0);
  const placed = lines.filter((line) => line.position).toSorted((a, b) => at(a) - at(b));
  placed.forEach((line, index) => {
    const next = placed[index + 1];
    line.words = (next ? at(next) : (starts.at(-1) ?? 0)) - at(line);
  });
  return new Map(lines.map((line) => [line.entry, line]));
}

/** Returns the position of an entry. If its fragment is unknown, this is the beginning of the document. */
function place(entry: TocEntry, spineIndex: number | undefined, documents: DocumentSummary[]): Line['position'] {
  const document = spineIndex === undefined ? undefined : documents[spineIndex];
  if (spineIndex === undefined || !document) return undefined;
  const anchor = entry.fragment === '' ? undefined : document.anchors.get(entry.fragment);
  if (!anchor || anchor.wordsBefore === 0) {
    return { spineIndex, fragment: '', anchor: START, types: [...document.types, ...(anchor?.types ?? [])] };
  }
  return { spineIndex, fragment: entry.fragment, anchor, types: anchor.types };
}

function runningTotals(documents: DocumentSummary[]): number[] {
  const totals = [0];
  for (const document of documents) totals.push((totals.at(-1) ?? 0) + document.words);
  return totals;
}

function equalTitles(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
