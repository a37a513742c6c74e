/** What pages with a list, tabs or banners do besides; behind the module of every page, which keeps the places. */
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
