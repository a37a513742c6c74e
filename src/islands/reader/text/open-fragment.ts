import { readFragment, type TextTarget } from '#src/lib/text-fragment.ts';
import { $panel } from '#src/stores/reader-panels.ts';
import { articlesShown } from '../articles.ts';
import { findOnPage } from '../find/on-page.ts';
import { rangeNearLocator, rangeOfLocator, rangeOfPassage } from '../marks/mark-ranges.ts';
import { flash } from './highlight-layers.ts';
import { reveal } from './reveal.ts';

/**
 * Shows what the address asks for: a passage that was shared, or a word that was found in the book.
 * @returns false where the passage is no longer in the chapter
 */
export function openFragment(hash: string): boolean {
  const target = readFragment(hash);
  const [article] = articlesShown();
  if (!target || !article) return true;
  if (target.kind === 'word') return openFind(target.word);
  return showPassage(article, target);
}

function openFind(word: string): true {
  $panel.set('find');
  findOnPage(word);
  return true;
}

function showPassage(article: HTMLElement, { start, end }: Extract<TextTarget, { kind: 'passage' }>): boolean {
  const found = rangeOfPassage(article, start, end) ?? rangeOfLocator(article, start);
  const range = found ?? rangeNearLocator(article, start);
  if (!range) return false;
  reveal(range, { smooth: false });
  if (found) flash(range);
  return found !== null;
}
