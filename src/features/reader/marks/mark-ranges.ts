import type { Highlight, Mark } from '#src/contract/entities/marks.ts';
import type { Locator } from '#src/contract/entities/visitor.ts';
import { findText, type TextMatch } from '#src/lib/find-text.ts';
import { articlesShown, chapterOf } from '../island/articles.ts';
import { blocksOf, findLocator, textOf } from '../position/blocks.ts';
import { flash } from '../text/highlight-layers.ts';
import { articleText, rangeBetween, rangeIn, type Spot } from '../text/ranges.ts';
import { reveal } from '../text/reveal.ts';

/**
 * The range of a mark in the chapter's current text. If the chapter was edited, finds it by the hashes of its
 * paragraphs, or else by the marked text; null if neither matches.
 */
export function rangeOfMark(article: Element, mark: Mark): Range | null {
  return mark.kind === 'highlight'
    ? (rangeOfPassage(article, mark.start, mark.end) ?? rangeOfQuote(article, mark))
    : (rangeOfLocator(article, mark.start) ?? rangeOfQuote(article, mark));
}

/**
 * The range between two places; null if one of their paragraphs has changed, or if they are no longer in this order.
 */
export function rangeOfPassage(article: Element, start: Locator, end: Locator): Range | null {
  const from = findLocator(article, start);
  const to = findLocator(article, end);
  if (!from?.same || !to?.same || isBefore(to, from)) return null;
  return rangeBetween(from, to);
}

const isBefore = (a: Spot, b: Spot) =>
  a.block === b.block
    ? a.offset <= b.offset
    : (a.block.compareDocumentPosition(b.block) & Node.DOCUMENT_POSITION_FOLLOWING) === 0;

/** The range of a place's line; null if its paragraph no longer exists. */
export function rangeOfLocator(article: Element, place: Locator): Range | null {
  const match = findLocator(article, place);
  if (!match?.same) return null;
  const { length } = textOf(match.block);
  const start = Math.min(match.offset, Math.max(0, length - 1));
  return rangeIn(match.block, start, length);
}

/** The position in a changed chapter that is nearest to a former place. */
export function rangeNearLocator(article: Element, place: Locator): Range | null {
  const blocks = blocksOf(article);
  const block = blocks[Math.min(place.block, blocks.length - 1)];
  return block ? rangeIn(block, 0, textOf(block).length) : null;
}

/** The occurrence of a mark's text that is closest to its old position. */
function rangeOfQuote(article: Element, { text: quote, start }: Pick<Highlight, 'text' | 'start'>): Range | null {
  const { text, spotAt } = articleText(article);
  const before = blocksOf(article).slice(0, start.block);
  const oldPosition = before.reduce((sum, block) => sum + textOf(block).length + 1, start.offset);
  const [nearest] = findText(text, quote).sort(
    (a, b) => Math.abs(a.start - oldPosition) - Math.abs(b.start - oldPosition),
  );
  return nearest ? rangeAt(nearest, spotAt) : null;
}

export function rangeAt({ start, end }: TextMatch, spotAt: (index: number) => Spot | null): Range | null {
  const from = spotAt(start);
  const last = spotAt(Math.max(start, end - 1));
  return from && last && rangeBetween(from, { block: last.block, offset: last.offset + 1 });
}

/** Scrolls to a mark; returns false if its chapter is not in the page. */
export function jumpToMark(mark: Mark): boolean {
  const article = articlesShown().find((shown) => chapterOf(shown) === mark.chapter.id);
  if (!article) return false;
  const range = rangeOfMark(article, mark) ?? rangeNearLocator(article, mark.start);
  if (!range) return false;
  reveal(range);
  flash(range);
  return true;
}
