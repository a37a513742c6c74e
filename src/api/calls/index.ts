import type { Handler } from '../http/handler.ts';
import { authLoginHandler } from './auth-login.ts';
import { authLogoutHandler } from './auth-logout.ts';
import { authOidcBeginHandler } from './auth-oidc-begin.ts';
import { authOidcFinishHandler } from './auth-oidc-finish.ts';
import { authOptionsHandler } from './auth-options.ts';
import { authRefreshHandler } from './auth-refresh.ts';
import { authRegisterHandler } from './auth-register.ts';
import { authResetHandler } from './auth-reset.ts';
import { authResetRequestHandler } from './auth-reset-request.ts';
import { authorHomeHandler } from './author-home.ts';
import { bannerIndexHandler } from './banner-index.ts';
import { bookBriefHandler } from './book-brief.ts';
import { bookChaptersHandler } from './book-chapters.ts';
import { bookListHandler } from './book-list.ts';
import { bookRankBookListHandler } from './book-rank-book-list.ts';
import { bookRankListHandler } from './book-rank-list.ts';
import { bookShowHandler } from './book-show.ts';
import { categoryBooksHandler } from './category-books.ts';
import { categoryListHandler } from './category-list.ts';
import { chapterFindHandler } from './chapter-find.ts';
import { chapterShowHandler } from './chapter-show.ts';
import { chapterUnlockHandler } from './chapter-unlock.ts';
import { deviceRegisterHandler } from './device-register.ts';
import { eventHelpClickHandler } from './event-help-click.ts';
import { eventInviteActivityHelpPageHandler } from './event-invite-activity-help-page.ts';
import { eventOfBookHandler } from './event-of-book.ts';
import { genreBooksHandler } from './genre-books.ts';
import { historySyncHandler } from './history-sync.ts';
import { letterBooksHandler } from './letter-books.ts';
import { librarySyncHandler } from './library-sync.ts';
import { pushKeyHandler } from './push-key.ts';
import { pushSubscribeHandler } from './push-subscribe.ts';
import { pushUnsubscribeHandler } from './push-unsubscribe.ts';
import { recommendIndex3Handler } from './recommend-index3.ts';
import { recommendSectionBooksHandler } from './recommend-section-books.ts';
import { recommendTagGroupListHandler } from './recommend-tag-group-list.ts';
import { searchMultiHandler } from './search-multi.ts';
import { searchPopularHandler } from './search-popular.ts';
import { searchSuggestHandler } from './search-suggest.ts';
import { seoBookTagsHandler } from './seo-book-tags.ts';
import { seoKeywordBooksHandler } from './seo-keyword-books.ts';
import { seoKeywordsPageHandler } from './seo-keywords-page.ts';
import { shareCreateHandler } from './share-create.ts';
import { shareResolveHandler } from './share-resolve.ts';
import { tagBooksHandler } from './tag-books.ts';
import { translatorApplyHandler } from './translator-apply.ts';
import { userChangePasswordHandler } from './user-change-password.ts';
import { userDeleteHandler } from './user-delete.ts';
import { userEndSessionHandler } from './user-end-session.ts';
import { userLockedBooksHandler } from './user-locked-books.ts';
import { userProfileHandler } from './user-profile.ts';
import { userRechargesHandler } from './user-recharges.ts';
import { userSessionsHandler } from './user-sessions.ts';
import { userUpdateHandler } from './user-update.ts';
import { userVouchersHandler } from './user-vouchers.ts';
import { visitPageViewHandler } from './visit-page-view.ts';

const ALL: readonly Handler[] = [
  authLoginHandler,
  authLogoutHandler,
  authOidcBeginHandler,
  authOidcFinishHandler,
  authOptionsHandler,
  authRefreshHandler,
  authRegisterHandler,
  authResetRequestHandler,
  authResetHandler,
  authorHomeHandler,
  bannerIndexHandler,
  bookBriefHandler,
  bookChaptersHandler,
  bookListHandler,
  bookRankBookListHandler,
  bookRankListHandler,
  bookShowHandler,
  categoryBooksHandler,
  categoryListHandler,
  chapterFindHandler,
  chapterShowHandler,
  chapterUnlockHandler,
  deviceRegisterHandler,
  eventHelpClickHandler,
  eventInviteActivityHelpPageHandler,
  eventOfBookHandler,
  genreBooksHandler,
  historySyncHandler,
  letterBooksHandler,
  librarySyncHandler,
  pushKeyHandler,
  pushSubscribeHandler,
  pushUnsubscribeHandler,
  recommendIndex3Handler,
  recommendSectionBooksHandler,
  recommendTagGroupListHandler,
  searchMultiHandler,
  searchPopularHandler,
  searchSuggestHandler,
  seoBookTagsHandler,
  seoKeywordBooksHandler,
  seoKeywordsPageHandler,
  shareCreateHandler,
  shareResolveHandler,
  tagBooksHandler,
  translatorApplyHandler,
  userChangePasswordHandler,
  userDeleteHandler,
  userEndSessionHandler,
  userLockedBooksHandler,
  userProfileHandler,
  userRechargesHandler,
  userSessionsHandler,
  userUpdateHandler,
  userVouchersHandler,
  visitPageViewHandler,
];

/** What answers each call, by the call's name. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map(ALL.map((handler) => [handler.call.name, handler]));
