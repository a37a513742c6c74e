import { type BookReference, referenceOf } from '#src/contract/entities/book.ts';
import type { Bookmark, Highlight } from '#src/contract/entities/marks.ts';
import type { Locator } from '#src/contract/entities/visitor.ts';
import { factsOf } from '../island/articles.ts';
import { locatorOfAnchor, readAnchor } from '../position/anchor.ts';
import { locatorOf, textOf } from '../position/blocks.ts';
import { quoteOf } from './state.ts';

/** The selected text of a chapter. */
export interface ChapterSelection {
  readonly article: HTMLElement;
  readonly range: Range;
  readonly text: string;
  readonly start: Locator;
  readonly end: Locator;
}

/** The selection, limited to the chapter in which it begins; null if no chapter text is selected. */
export function readSelection(selection = getSelection()): ChapterSelection | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const article = articleAround(range.startContainer) ?? articleAround(range.endContainer);
  const nodes = article ? nodesIn(article, range) : [];
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (!article || !first || !last) return null;
  const start = locatorOf(article, first.node, first.start);
  const end = locatorOf(article, last.node, last.end);
  const selected = document.createRange();
  selected.setStart(first.node, first.start);
  selected.setEnd(last.node, last.end);
  return start && end && { article, range: selected, text: textIn(nodes), start, end };
}

const articleAround = (node: Node): HTMLElement | null => {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-reader-text]') ?? null;
};

interface Piece {
  readonly node: Text;
  readonly start: number;
  readonly end: number;
}

/** The parts of the article's text nodes that are in the range, without white space at its ends. */
function nodesIn(article: HTMLElement, range: Range): Piece[] {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    const start = node === range.startContainer ? range.startOffset : 0;
    const end = node === range.endContainer ? range.endOffset : node.length;
    if (node.data.slice(start, end).trim() !== '') pieces.push({ node, start, end });
  }
  return trimmed(pieces);
}

function trimmed(pieces: readonly Piece[]): Piece[] {
  return pieces.map(({ node, start, end }, index) => {
    const text = node.data.slice(start, end);
    const before = index === 0 ? text.length - text.trimStart().length : 0;
    const after = index === pieces.length - 1 ? text.length - text.trimEnd().length : 0;
    return { node, start: start + before, end: end - after };
  });
}

/** The selected text; paragraphs are separated by a line break. */
function textIn(pieces: readonly Piece[]): string {
  const blockOf = ({ node }: Piece) => node.parentElement?.closest('p, li, h1, h2, h3, h4, tr, dd, dt');
  return pieces
    .map((piece, index) => {
      const before = pieces[index - 1];
      const gap = before && blockOf(before) !== blockOf(piece) ? '\n' : '';
      return gap + piece.node.data.slice(piece.start, piece.end);
    })
    .join('');
}

function chapterAround(article: HTMLElement): Bookmark['chapter'] {
  const part = article.closest<HTMLElement>('[data-reader-part]') ?? article;
  const { id, number, title } = factsOf(part);
  return { id, number, title };
}

/** The data of a highlight for the selection, without a colour. */
export function passageOf(
  book: BookReference,
  { article, text, start, end }: ChapterSelection,
): Omit<NewHighlight, 'colour'> {
  return { book: referenceOf(book), chapter: chapterAround(article), start, end, text: quoteOf(text) };
}

type NewHighlight = Pick<Highlight, 'book' | 'chapter' | 'start' | 'end' | 'text' | 'colour'>;

/** The data of a bookmark at the first visible line; null if no text is visible. */
export function placeInView(book: BookReference): Pick<Bookmark, 'book' | 'chapter' | 'start' | 'text'> | null {
  const anchor = readAnchor();
  if (!anchor) return null;
  const text = quoteOf(textOf(anchor.block).slice(anchor.offset));
  return { book: referenceOf(book), chapter: chapterAround(anchor.article), start: locatorOfAnchor(anchor), text };
}
