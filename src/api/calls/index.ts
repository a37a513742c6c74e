import type { Handler } from '../http/handler.ts';
import { authLoginHandler } from './auth-login.ts';
import { authLogoutHandler } from './auth-logout.ts';
import { authRegisterHandler } from './auth-register.ts';
import { authorHomeHandler } from './author-home.ts';
import { bannerIndexHandler } from './banner-index.ts';
import { bookChaptersHandler } from './book-chapters.ts';
import { bookListHandler } from './book-list.ts';
import { bookRankBookListHandler } from './book-rank-book-list.ts';
import { bookRankListHandler } from './book-rank-list.ts';
import { bookShowHandler } from './book-show.ts';
import { categoryBooksHandler } from './category-books.ts';
import { categoryListHandler } from './category-list.ts';
import { chapterShowHandler } from './chapter-show.ts';
import { deviceRegisterHandler } from './device-register.ts';
import { eventHelpClickHandler } from './event-help-click.ts';
import { eventInviteActivityHelpPageHandler } from './event-invite-activity-help-page.ts';
import { eventOfBookHandler } from './event-of-book.ts';
import { genreBooksHandler } from './genre-books.ts';
import { historySyncHandler } from './history-sync.ts';
import { letterBooksHandler } from './letter-books.ts';
import { recommendIndex3Handler } from './recommend-index3.ts';
import { recommendSectionBooksHandler } from './recommend-section-books.ts';
import { recommendTagGroupListHandler } from './recommend-tag-group-list.ts';
import { searchMultiHandler } from './search-multi.ts';
import { searchSuggestHandler } from './search-suggest.ts';
import { seoBookTagsHandler } from './seo-book-tags.ts';
import { seoKeywordBooksHandler } from './seo-keyword-books.ts';
import { seoKeywordsPageHandler } from './seo-keywords-page.ts';
import { shareCreateHandler } from './share-create.ts';
import { shareResolveHandler } from './share-resolve.ts';
import { tagBooksHandler } from './tag-books.ts';
import { translatorApplyHandler } from './translator-apply.ts';
import { userLockedBooksHandler } from './user-locked-books.ts';
import { userProfileHandler } from './user-profile.ts';
import { userRechargesHandler } from './user-recharges.ts';
import { userVouchersHandler } from './user-vouchers.ts';
import { visitPageViewHandler } from './visit-page-view.ts';

const ALL: readonly Handler[] = [
  authLoginHandler,
  authLogoutHandler,
  authRegisterHandler,
  authorHomeHandler,
  bannerIndexHandler,
  bookChaptersHandler,
  bookListHandler,
  bookRankBookListHandler,
  bookRankListHandler,
  bookShowHandler,
  categoryBooksHandler,
  categoryListHandler,
  chapterShowHandler,
  deviceRegisterHandler,
  eventHelpClickHandler,
  eventInviteActivityHelpPageHandler,
  eventOfBookHandler,
  genreBooksHandler,
  historySyncHandler,
  letterBooksHandler,
  recommendIndex3Handler,
  recommendSectionBooksHandler,
  recommendTagGroupListHandler,
  searchMultiHandler,
  searchSuggestHandler,
  seoBookTagsHandler,
  seoKeywordBooksHandler,
  seoKeywordsPageHandler,
  shareCreateHandler,
  shareResolveHandler,
  tagBooksHandler,
  translatorApplyHandler,
  userLockedBooksHandler,
  userProfileHandler,
  userRechargesHandler,
  userVouchersHandler,
  visitPageViewHandler,
];

/** What answers each call, by the call's name. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map(ALL.map((handler) => [handler.call.name, handler]));
