/** What lists and tabs do beyond their links. */
import { countHiddenBooks } from './hidden-tags.ts';
import { loadMore } from './load-more.ts';
import { swipeTabs } from './tabs.ts';

export function startLists(): void {
  loadMore();
  swipeTabs();
  countHiddenBooks();
}
