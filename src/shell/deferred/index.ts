/** The code that runs on every page after loading. Keep it small (docs/develop/architecture.md). */

import { whenShown } from '#src/lib/when-shown.ts';
import { watchCovers } from './covers.ts';
import { loadWhenUsed } from './first-use.ts';
import { loadHomePlaces } from './home-places-loader.ts';
import { rememberLanguage } from './language.ts';
import { reloadOnMissingChunk } from './missing-chunks.ts';
import { showMissingPart, watchConnection } from './notices.ts';
import { pageFacts } from './page-facts.ts';
import { countViews } from './page-views.ts';
import { keepScrollPositions } from './scroll-position.ts';
import { showCurrentTab } from './tab-strip.ts';
import { updateThemeColor } from './theme-color.ts';

reloadOnMissingChunk(showMissingPart);
// `late` is sent when a click has waited too long for an island's script (src/shell/directives/intent.ts,
// src/features/reader/early-clicks.inline.ts). The page is not reloaded, because the script may still arrive.
document.addEventListener('late', showMissingPart);
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
