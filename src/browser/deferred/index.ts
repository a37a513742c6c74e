/** What every page does once it is there: one small module, loaded after the page (docs/develop/architecture.md). */

import { whenShown } from '#src/lib/when-shown.ts';
import { watchCovers } from './covers.ts';
import { loadWhenUsed } from './first-use.ts';
import { loadHomePlaces } from './home-places-loader.ts';
import { rememberLanguage } from './language.ts';
import { reloadOnMissingChunk } from './missing-chunks.ts';
import { tellOfLoss, watchConnection } from './notices.ts';
import { pageFacts } from './page-facts.ts';
import { countViews } from './page-views.ts';
import { keepScrollPositions } from './scroll-position.ts';
import { showCurrentTab } from './tab-strip.ts';
import { updateThemeColor } from './theme-color.ts';

reloadOnMissingChunk(tellOfLoss);
// A click waits for an island whose script does not come (browser/directives/intent.ts, browser/inline/early-clicks.js).
// The page stays, because the script may come yet.
document.addEventListener('late', tellOfLoss);
// A page that the browser renders ahead writes, counts and asks nothing until it is shown.
whenShown(() => {
  keepScrollPositions();
  updateThemeColor();
  watchCovers();
  watchConnection();
  rememberLanguage();
  showCurrentTab();
  if (!('popover' in HTMLElement.prototype)) void import('./popover.ts');
  loadWhenUsed();
  const facts = pageFacts();
  if (!facts) return;
  countViews(facts);
  loadHomePlaces(facts);
});
