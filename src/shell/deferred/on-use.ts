/** The code that a page runs after the first interaction (first-use.ts). */
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { countHiddenBooks } from './hidden-tags.ts';
import { loadMore } from './load-more.ts';
import { showProgress } from './progress.ts';
import { registerWorker } from './register-worker.ts';
import { swipeTabs } from './tabs.ts';
import { watchUnsaved } from './unsaved.ts';

export function startOnUse(): void {
  watchUnsaved();
  showProgress();
  if (!IS_STATIC_SITE) registerWorker();
  loadMore();
  swipeTabs();
  countHiddenBooks();
}
