/** The script of pages with a list or tabs. It runs after index.ts, which restores scroll positions. */
import { countHiddenBooks } from './hidden-tags.ts';
import { loadMore } from './load-more.ts';
import { swipeTabs } from './tabs.ts';

document.addEventListener('DOMContentLoaded', () => {
  loadMore();
  swipeTabs();
  countHiddenBooks();
});
