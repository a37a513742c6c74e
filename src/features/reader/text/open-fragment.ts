import { findOnPage } from '../find/on-page.ts';
import { articlesShown } from '../island/articles.ts';
import { rangeNearLocator, rangeOfLocator, rangeOfPassage } from '../marks/mark-ranges.ts';
import { $panel } from '../state/reader-panels.ts';
import { flash } from './highlight-layers.ts';
import { reveal } from './reveal.ts';
import { readFragment, type TextTarget } from './text-fragment.ts';

/**
 * Shows the target of the address's fragment: a shared passage, or a word found by searching the book.
 * @returns false if the passage is no longer in the chapter
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
  const exact = rangeOfPassage(article, start, end) ?? rangeOfLocator(article, start);
  const range = exact ?? rangeNearLocator(article, start);
  if (!range) return false;
  reveal(range, { smooth: false });
  if (exact) flash(range);
  return exact !== null;
}
