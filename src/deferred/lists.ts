export { carousel } from './carousel.ts';
export { loadMore } from './load-more.ts';
export { swipeTabs } from './tabs.ts';
