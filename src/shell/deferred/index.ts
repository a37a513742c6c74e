/** Runs on every page after loading; kept small (docs/develop/architecture.md). */

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
// A click waits for an island whose script failed to load (src/shell/directives/intent.ts,
// src/features/reader/early-clicks.inline.ts). Does not reload, because the script may still arrive.
document.addEventListener('late', tellOfLoss);
// A prerendered page does not write, count or request anything until it is shown.
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
