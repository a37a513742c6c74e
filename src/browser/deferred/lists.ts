/** The script of pages with a list or tabs. It runs after index.ts, which restores scroll positions. */
import { whenShown } from '#src/lib/when-shown.ts';
import { countHiddenBooks } from './hidden-tags.ts';
import { loadMore } from './load-more.ts';
import { swipeTabs } from './tabs.ts';

const start = () => {
  loadMore();
  swipeTabs();
  countHiddenBooks();
};

document.addEventListener('DOMContentLoaded', () => whenShown(start));
