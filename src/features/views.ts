import { authorView } from '#src/features/book/views/author.ts';
import { activeNovelView, novelView, prerenderedNovelView } from '#src/features/book/views/novel.ts';
import { brandPageView } from '#src/features/brand-pages/view.ts';
import { adsView } from '#src/features/campaign/view.ts';
import { designView } from '#src/features/design/view.ts';
import { authorFeedView, bookFeedView } from '#src/features/feeds/view.ts';
import { helpView } from '#src/features/help-event/view.ts';
import { homeView } from '#src/features/home/views/home.ts';
import { categoryView } from '#src/features/listing/views/category.ts';
import { genreView } from '#src/features/listing/views/genre.ts';
import {
  allTagsView,
  genresView,
  hotnovelsView,
  keywordsView,
  tagsView,
} from '#src/features/listing/views/hub-pages.ts';
import { keywordView } from '#src/features/listing/views/keyword.ts';
import { letterView } from '#src/features/listing/views/letter.ts';
import { rankingView } from '#src/features/listing/views/ranking.ts';
import { sectionView } from '#src/features/listing/views/section.ts';
import { tagView } from '#src/features/listing/views/tag.ts';
import { prerenderedChapterView, readerView } from '#src/features/reader/view.ts';
import { searchMoreView, searchView } from '#src/features/search/view.ts';
import { sharedLinkView } from '#src/features/sharing/views/link.ts';
import { sharePictureView } from '#src/features/sharing/views/picture.ts';
import { translatorView } from '#src/features/translators/view.ts';
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
} from '#src/shell/page/app-shells.ts';
import type { OnDemandView, PrerenderedView } from '#src/shell/page/view.ts';

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
  brandPageView,
  notFoundView,
  badRequestView,
  serverErrorView,
];

/** Every kind of page that is rendered on request. */
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
