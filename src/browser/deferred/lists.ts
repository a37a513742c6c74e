/** The script of pages with a list, tabs or banners. It runs after index.ts, which restores scroll positions. */
import { carousel } from './carousel.ts';
import { countHiddenBooks } from './hidden-tags.ts';
import { loadMore } from './load-more.ts';
import { swipeTabs } from './tabs.ts';

document.addEventListener('DOMContentLoaded', () => {
  carousel();
  loadMore();
  swipeTabs();
  countHiddenBooks();
});
