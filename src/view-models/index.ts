import { adsView } from './ads.ts';
import { firstChapterView, releasedNovelView } from './book-pages.ts';
import { categoryView } from './category.ts';
import { genreView } from './genre.ts';
import { homeView } from './home.ts';
import { allTagsView, genresView, hotnovelsView, tagsView } from './hubs.ts';
import { keywordView } from './keyword.ts';
import { keywordsView } from './keywords.ts';
import { letterView } from './letter.ts';
import { rankingView } from './ranking.ts';
import { sectionView } from './section.ts';
import {
  badRequestView,
  faultView,
  historyView,
  lastReadView,
  loginView,
  myinfoView,
  notFoundView,
  offlineView,
} from './shells.ts';
import { tagView } from './tag.ts';
import { translatorView } from './translator.ts';
import type { ReleaseView } from './view.ts';

/** Every kind of prerendered page, in the order the rebuild walks them. */
export const RELEASE_VIEWS: readonly ReleaseView<unknown>[] = [
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
  releasedNovelView,
  firstChapterView,
  loginView,
  historyView,
  myinfoView,
  lastReadView,
  offlineView,
  adsView,
  translatorView,
  notFoundView,
  badRequestView,
  faultView,
];
