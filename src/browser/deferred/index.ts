/** What every page does once it is there: one small module, loaded after the page (docs/develop/architecture.md). */

import { whenShown } from '#src/lib/when-shown.ts';
import { watchCovers } from './covers.ts';
import { updatePlaces } from './home-places.ts';
import { rememberLanguage } from './language.ts';
import { loadListsWhenUsed } from './list-loader.ts';
import { reloadOnMissingChunk, tellOfLateIslands } from './missing-chunks.ts';
import { tell, watchConnection } from './notices.ts';
import { pageFacts } from './page-facts.ts';
import { countViews } from './page-views.ts';
import { showProgress } from './progress.ts';
import { registerWorker } from './register-worker.ts';
import { keepScrollPositions } from './scroll-position.ts';
import { showCurrentTab } from './tab-strip.ts';
import { updateThemeColor } from './theme-color.ts';

reloadOnMissingChunk(() => tell('lost'));
tellOfLateIslands(() => tell('lost'));
// A page that the browser renders ahead writes, counts and asks nothing until it is shown.
whenShown(() => {
  keepScrollPositions();
  updateThemeColor();
  watchCovers();
  showProgress();
  watchConnection();
  rememberLanguage();
  registerWorker();
  showCurrentTab();
  loadListsWhenUsed();
  const facts = pageFacts();
  if (!facts) return;
  countViews(facts);
  updatePlaces(facts);
});
