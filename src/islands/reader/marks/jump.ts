import type { Mark } from '#src/contract/entities/marks.ts';
import { articlesShown, chapterOf } from '../articles.ts';
import { flash } from '../text/flash.ts';
import { reveal } from '../text/reveal.ts';
import { rangeNearLocator, rangeOfMark } from './mark-ranges.ts';

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
