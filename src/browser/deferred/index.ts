/** What every page does once it is there: one small module, loaded after the page (docs/architecture.md). */
import { guardChunks } from './chunks.ts';
import { watchCovers } from './covers.ts';
import { rememberLanguage } from './language.ts';
import { tell, watchConnection } from './notices.ts';
import { pageFacts } from './page.ts';
import { showProgress } from './progress.ts';
import { keepPlaces } from './scroll.ts';
import { followMode } from './theme.ts';
import { countViews } from './views.ts';
import { registerWorker } from './worker.ts';

guardChunks(() => tell('lost'));
keepPlaces();
followMode();
watchCovers();
showProgress();
watchConnection();
rememberLanguage();
registerWorker();
const facts = pageFacts();
if (facts) countViews(facts);
