import type { AnyCall } from './call.ts';
import { authLogin } from './calls/auth-login.ts';
import { authLogout } from './calls/auth-logout.ts';
import { authOidcBegin } from './calls/auth-oidc-begin.ts';
import { authOidcFinish } from './calls/auth-oidc-finish.ts';
import { authOptions } from './calls/auth-options.ts';
import { authRefresh } from './calls/auth-refresh.ts';
import { authRegister } from './calls/auth-register.ts';
import { authReset } from './calls/auth-reset.ts';
import { authResetRequest } from './calls/auth-reset-request.ts';
import { authorHome } from './calls/author-home.ts';
import { bannerIndex } from './calls/banner-index.ts';
import { bookBrief } from './calls/book-brief.ts';
import { bookChapters } from './calls/book-chapters.ts';
import { bookList } from './calls/book-list.ts';
import { bookRankBookList } from './calls/book-rank-book-list.ts';
import { bookRankList } from './calls/book-rank-list.ts';
import { bookShow } from './calls/book-show.ts';
import { categoryBooks } from './calls/category-books.ts';
import { categoryList } from './calls/category-list.ts';
import { chapterFind } from './calls/chapter-find.ts';
import { chapterShow } from './calls/chapter-show.ts';
import { chapterUnlock } from './calls/chapter-unlock.ts';
import { deviceRegister } from './calls/device-register.ts';
import { eventHelpClick } from './calls/event-help-click.ts';
import { eventInviteActivityHelpPage } from './calls/event-invite-activity-help-page.ts';
import { eventOfBook } from './calls/event-of-book.ts';
import { genreBooks } from './calls/genre-books.ts';
import { historySync } from './calls/history-sync.ts';
import { letterBooks } from './calls/letter-books.ts';
import { librarySync } from './calls/library-sync.ts';
import { pushKey } from './calls/push-key.ts';
import { pushSubscribe } from './calls/push-subscribe.ts';
import { pushUnsubscribe } from './calls/push-unsubscribe.ts';
import { recommendIndex3 } from './calls/recommend-index3.ts';
import { recommendSectionBooks } from './calls/recommend-section-books.ts';
import { recommendTagGroupList } from './calls/recommend-tag-group-list.ts';
import { searchMulti } from './calls/search-multi.ts';
import { searchPopular } from './calls/search-popular.ts';
import { searchSuggest } from './calls/search-suggest.ts';
import { seoBookTags } from './calls/seo-book-tags.ts';
import { seoKeywordBooks } from './calls/seo-keyword-books.ts';
import { seoKeywordsPage } from './calls/seo-keywords-page.ts';
import { shareCreate } from './calls/share-create.ts';
import { shareResolve } from './calls/share-resolve.ts';
import { tagBooks } from './calls/tag-books.ts';
import { translatorApply } from './calls/translator-apply.ts';
import { userChangePassword } from './calls/user-change-password.ts';
import { userDelete } from './calls/user-delete.ts';
import { userEndSession } from './calls/user-end-session.ts';
import { userLockedBooks } from './calls/user-locked-books.ts';
import { userProfile } from './calls/user-profile.ts';
import { userRecharges } from './calls/user-recharges.ts';
import { userSessions } from './calls/user-sessions.ts';
import { userUpdate } from './calls/user-update.ts';
import { userVouchers } from './calls/user-vouchers.ts';
import { visitPageView } from './calls/visit-page-view.ts';

export * from './call.ts';
export * from './envelope.ts';
export {
  authLogin,
  authLogout,
  authOidcBegin,
  authOidcFinish,
  authOptions,
  authorHome,
  authRefresh,
  authRegister,
  authReset,
  authResetRequest,
  bannerIndex,
  bookBrief,
  bookChapters,
  bookList,
  bookRankBookList,
  bookRankList,
  bookShow,
  categoryBooks,
  categoryList,
  chapterFind,
  chapterShow,
  chapterUnlock,
  deviceRegister,
  eventHelpClick,
  eventInviteActivityHelpPage,
  eventOfBook,
  genreBooks,
  historySync,
  letterBooks,
  librarySync,
  pushKey,
  pushSubscribe,
  pushUnsubscribe,
  recommendIndex3,
  recommendSectionBooks,
  recommendTagGroupList,
  searchMulti,
  searchPopular,
  searchSuggest,
  seoBookTags,
  seoKeywordBooks,
  seoKeywordsPage,
  shareCreate,
  shareResolve,
  tagBooks,
  translatorApply,
  userChangePassword,
  userDelete,
  userEndSession,
  userLockedBooks,
  userProfile,
  userRecharges,
  userSessions,
  userUpdate,
  userVouchers,
  visitPageView,
};

/** Every call of the contract: first the twelve of spec 7, then those that are optional to an upstream. */
export const CALLS: readonly AnyCall[] = [
  authorHome,
  bannerIndex,
  bookChapters,
  recommendIndex3,
  recommendTagGroupList,
  bookRankList,
  bookRankBookList,
  bookShow,
  seoKeywordsPage,
  searchMulti,
  seoBookTags,
  eventInviteActivityHelpPage,
  bookList,
  genreBooks,
  tagBooks,
  categoryBooks,
  letterBooks,
  seoKeywordBooks,
  recommendSectionBooks,
  categoryList,
  chapterShow,
  chapterFind,
  searchSuggest,
  searchPopular,
  authRegister,
  authLogin,
  authLogout,
  authRefresh,
  authOptions,
  authResetRequest,
  authReset,
  authOidcBegin,
  authOidcFinish,
  userProfile,
  userUpdate,
  userSessions,
  userEndSession,
  userChangePassword,
  userDelete,
  chapterUnlock,
  historySync,
  librarySync,
  bookBrief,
  userLockedBooks,
  userRecharges,
  userVouchers,
  eventHelpClick,
  deviceRegister,
  visitPageView,
  eventOfBook,
  shareCreate,
  shareResolve,
  translatorApply,
  pushKey,
  pushSubscribe,
  pushUnsubscribe,
];

export const REQUIRED_CALLS = CALLS.filter((call) => call.required);
