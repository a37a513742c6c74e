import {
  badRequestView,
  historyView,
  lastReadView,
  loginView,
  myinfoView,
  notebookView,
  notFoundView,
  offlineView,
  serverErrorView,
} from './app-shells.ts';
import { authorView } from './author.ts';
import { categoryView } from './category.ts';
import { designView } from './design.ts';
import { authorFeedView, bookFeedView } from './feeds.ts';
import { genreView } from './genre.ts';
import { helpView } from './help.ts';
import { homeView } from './home.ts';
import { allTagsView, genresView, hotnovelsView, keywordsView, tagsView } from './hub-pages.ts';
import { keywordView } from './keyword.ts';
import { adsView, translatorView } from './landing-pages.ts';
import { letterView } from './letter.ts';
import { activeNovelView, novelView, prerenderedNovelView } from './novel.ts';
import { rankingView } from './ranking.ts';
import { prerenderedChapterView, readerView } from './reader.ts';
import { searchMoreView, searchView } from './search.ts';
import { sectionView } from './section.ts';
import { sharePictureView } from './share-picture.ts';
import { sharedLinkView } from './shared-link.ts';
import { tagView } from './tag.ts';
import type { OnDemandView, PrerenderedView } from './view.ts';

/** Every kind of prerendered page, in the order in which the rebuild plans them. */
export const PRERENDERED_VIEWS: readonly PrerenderedView<unknown>[] = [
  homeView,
  genresView,
  genreView,
  tagsView,
  tagView,
  allTagsView,
  categoryView,
  hotnovelsView,
  letterView,
  keywordsView,
  keywordView,
  rankingView,
  sectionView,
  prerenderedNovelView,
  prerenderedChapterView,
  loginView,
  historyView,
  notebookView,
  myinfoView,
  lastReadView,
  offlineView,
  adsView,
  translatorView,
  notFoundView,
  badRequestView,
  serverErrorView,
];

/** Every kind of page rendered on demand. */
export const ON_DEMAND_VIEWS: readonly OnDemandView<unknown>[] = [
  novelView,
  activeNovelView,
  authorView,
  readerView,
  authorFeedView,
  bookFeedView,
  sharePictureView,
  searchView,
  searchMoreView,
  helpView,
  sharedLinkView,
  designView,
];
