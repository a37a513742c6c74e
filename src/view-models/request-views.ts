import { authorView } from './author.ts';
import { designView } from './design.ts';
import { helpView } from './help.ts';
import { activeNovelView, novelView } from './novel.ts';
import { readerView } from './reader.ts';
import { searchMoreView, searchView } from './search.ts';
import { tokenView } from './token.ts';
import type { RequestView } from './view.ts';

/** Every kind of page rendered on request. */
export const REQUEST_VIEWS: readonly RequestView<unknown>[] = [
  novelView,
  activeNovelView,
  authorView,
  readerView,
  searchView,
  searchMoreView,
  helpView,
  tokenView,
  designView,
];
