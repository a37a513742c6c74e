/**
 * Every key in the browser's storage. docs/develop/storage.md describes the values; stores validate what they read. These are
 * constants instead of one object, so that the build inlines them and browsers do not load this module.
 */

// localStorage, written by the stores of local-storage.ts. The first eight keys are fixed (docs/product.md, section 3).
export const TOKEN = 'token';
/** The form of a valid token: only characters that are allowed in a header. */
export const TOKEN_FORM = /^[\x21-\x7e]{16,4096}$/;
export const USER_INFO = 'userInfo';
export const LOGIN_STATUS = 'loginStatus';
export const HISTORY = 'readlogList';
export const DEVICE_ID = 'local_uid';
export const FONT_SIZE_PX = 'font_size';
export const PAPER = 'bg_color';
export const NIGHT = 'bg_night';
export const RENEW_AT = 'lectern:renew-at';
export const READER_SETTINGS = 'lectern:reader';
export const PACE = 'lectern:pace';
export const READ_CHAPTERS = 'lectern:read';
export const HISTORY_REMOVALS = 'lectern:removed';
export const SHELF = 'lectern:shelf';
export const LISTS = 'lectern:lists';
export const LIST_ENTRIES = 'lectern:listed';
export const KNOWN_CHAPTERS = 'lectern:seen';
export const HIDDEN_TAGS = 'lectern:hidden-tags';
export const TOMBSTONES = 'lectern:gone';
export const SYNCED = 'lectern:synced';
export const BRIEFS = 'lectern:briefs';
export const MARKS = 'lectern:marks';
export const LISTENING = 'lectern:listening';
export const VERTICAL = 'lectern:vertical';
export const DOWNLOADS = 'lectern:kept';
export const NOTIFY_OFFERED = 'lectern:notify-offered';
export const RECENT_SEARCHES = 'lectern:recent-searches';

// localStorage, written by a script of the page.
/** JSON `{until}`: src/shell/native-app/app-banner.inline.ts */
export const APP_PUSH = 'lectern:app-push';
/** JSON boolean: src/shell/deferred/consent.ts */
export const CONSENT = 'lectern:consent';
/** JSON list of paths: src/shell/deferred/count-reads.ts */
export const UNSENT_READS = 'lectern:unsent-reads';
/**
 * Test value that is deleted immediately after it was written, to check whether storage works:
 * src/shell/state/session.ts
 */
export const PROBE = 'lectern:probe';

// sessionStorage.
/** JSON object: src/features/translators/state.ts */
export const TRANSLATOR_DRAFT = 'lectern:translator';
/** JSON object: src/features/reader/report-form.inline.ts */
export const REPORT_DRAFT = 'lectern:report';
/** JSON place: src/features/reader/links/state.ts */
export const LOOK_UP = 'lectern:look-up';
/** JSON `{book_id, opened}`: src/features/reader/state/furthest-offer.ts */
export const FURTHEST_OFFER = 'lectern:furthest-offer';
/** JSON `{state, to}`: src/features/sign-in/state/openid-sign-in.ts */
export const OIDC = 'lectern:oidc';
/** Path of a chapter: src/features/reader/listen/session.ts */
export const LISTEN_ON = 'lectern:listen-on';
/** JSON object of scroll positions: src/shell/deferred/scroll-position.ts */
export const SCROLL_POSITIONS = 'lectern:places';
/** JSON scroll position: src/shell/deferred/scroll-position.ts */
export const NEXT_SCROLL_POSITION = 'lectern:stay';
/** JSON object of times by call: src/shell/state/upstream-client.ts */
export const ABSENT_CALLS = 'lectern:absent';
/** JSON list of addresses: src/shell/deferred/covers.ts */
export const LOADED_COVERS = 'lectern:covers';
/** JSON time: src/shell/deferred/missing-chunks.ts */
export const RELOADED_AT = 'lectern:reloaded';
/** src/shell/deferred/reload-when-online.ts */
export const OFFLINE_RELOAD = 'lectern:offline-reload';
