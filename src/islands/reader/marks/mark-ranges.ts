import type { Highlight, Mark } from '#src/contract/entities/marks.ts';
import type { Locator } from '#src/contract/entities/visitor.ts';
import { blocksOf, findLocator, textOf } from '#src/lib/blocks.ts';
import { findText, type TextMatch } from '#src/lib/find-text.ts';
import { articlesShown, chapterOf } from '../articles.ts';
import { flash } from '../text/highlight-layers.ts';
import { articleText, rangeBetween, rangeIn, type Spot } from '../text/ranges.ts';
import { reveal } from '../text/reveal.ts';

/**
 * Where a mark stands in its chapter now. In an edited chapter a highlight is found by its paragraphs' texts, else by
 * its own; null where both are gone.
 */
export function rangeOfMark(article: Element, mark: Mark): Range | null {
  return mark.kind === 'highlight'
    ? (rangeOfPassage(article, mark.start, mark.end) ?? rangeOfQuote(article, mark))
    : (rangeOfLocator(article, mark.start) ?? rangeOfQuote(article, mark));
}

/** From place to place, both in paragraphs that are as they were and in order. */
export function rangeOfPassage(article: Element, start: Locator, end: Locator): Range | null {
  const from = findLocator(article, start);
  const to = findLocator(article, end);
  if (!from?.same || !to?.same || isBefore(to, from)) return null;
  return rangeBetween(from, to);
}

const isBefore = (one: Spot, other: Spot) =>
  one.block === other.block
    ? one.offset <= other.offset
    : (one.block.compareDocumentPosition(other.block) & Node.DOCUMENT_POSITION_FOLLOWING) === 0;

/** The line of a place; null where its paragraph is no longer there. */
export function rangeOfLocator(article: Element, place: Locator): Range | null {
  const found = findLocator(article, place);
  if (!found?.same) return null;
  const { length } = textOf(found.block);
  const start = Math.min(found.offset, Math.max(0, length - 1));
  return rangeIn(found.block, start, length);
}

/** Where the place was, in a chapter that has changed. */
export function rangeNearLocator(article: Element, place: Locator): Range | null {
  const blocks = blocksOf(article);
  const block = blocks[Math.min(place.block, blocks.length - 1)];
  return block ? rangeIn(block, 0, textOf(block).length) : null;
}

/** The text of a mark where it stands now, next to where it was. */
function rangeOfQuote(article: Element, { text: quote, start }: Pick<Highlight, 'text' | 'start'>): Range | null {
  const { text, spotAt } = articleText(article);
  const before = blocksOf(article).slice(0, start.block);
  const was = before.reduce((sum, block) => sum + textOf(block).length + 1, start.offset);
  const [nearest] = findText(text, quote).sort((one, other) => Math.abs(one.start - was) - Math.abs(other.start - was));
  return nearest ? rangeAt(nearest, spotAt) : null;
}

export function rangeAt({ start, end }: TextMatch, spotAt: (index: number) => Spot | null): Range | null {
  const from = spotAt(start);
  const last = spotAt(Math.max(start, end - 1));
  return from && last && rangeBetween(from, { block: last.block, offset: last.offset + 1 });
}

/** Shows the place of a mark; false where its chapter is not in the page. */
export function jumpToMark(mark: Mark): boolean {
  const article = articlesShown().find((shown) => chapterOf(shown) === mark.chapter.id);
  if (!article) return false;
  const range = rangeOfMark(article, mark) ?? rangeNearLocator(article, mark.start);
  if (!range) return false;
  reveal(range);
  flash(range);
  return true;
}
