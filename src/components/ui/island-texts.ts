import type { Area, Texts } from '#src/i18n/keys.ts';

/** The sign-in, on its page and in its dialog. */
const SIGN_IN = [
  ...['sign-in', 'sign-up', 'name', 'email', 'password', 'password-hint', 'show-password', 'notice', 'wait'],
  ...['email-missing', 'email-invalid', 'password-missing', 'password-short'],
  ...['fault-credentials', 'fault-taken', 'fault-input', 'fault-often', 'fault-network', 'fault-unknown'],
  ...['fault-link', 'fault-provider', 'with-provider', 'forgot', 'forgot-lead', 'send-link', 'link-sent'],
  'back-to-sign-in',
] as const;

/** Whether the account has what the device keeps. */
const SYNC = ['sync-done', 'syncing', 'sync-waiting', 'sync-failed', 'again'] as const;

/** The keys each island shows, so that its page carries no others. Plural forms are named by their stem. */
export const ISLAND_KEYS = {
  search: [
    ...['label', 'placeholder', 'submit', 'suggestions', 'forget', 'looking', 'offline'],
    ...['kind-recent', 'kind-popular', 'group-books', 'group-authors', 'group-tags', 'group-keywords'],
  ],
  reader: [
    ...['elsewhere', 'go-there', 'stay-here'],
    ...['controls', 'previous', 'next', 'catalogue', 'place', 'night', 'type', 'close', 'catalogue-failed', 'again'],
    ...['loading', 'smaller', 'larger', 'paper', 'paper-1', 'paper-2', 'paper-3', 'paper-4', 'paper-5'],
    ...['more', 'listen', 'marks', 'find', 'keys', 'size', 'face', 'face-serif', 'face-sans', 'face-clear'],
    ...['leading', 'leading-less', 'leading-more', 'measure', 'margin', 'narrow', 'medium', 'wide', 'justify', 'black'],
    ...['flow', 'flow-scroll', 'flow-pages', 'auto', 'speed', 'slower', 'faster', 'full', 'wake', 'page'],
    ...['chapter-left', 'book-left', 'find-chapter', 'newest-first', 'hide-locked', 'ranges'],
    ...['no-chapter', 'is-read', 'is-locked', 'price', 'free-from', 'letters'],
    ...['key-page-next', 'key-page-previous', 'key-next', 'key-previous', 'key-bar', 'key-catalogue', 'key-type'],
    ...['key-larger', 'key-smaller', 'key-night', 'key-pages', 'key-auto', 'key-listen', 'key-marks', 'key-find'],
    ...['key-full', 'key-close', 'key-help'],
    ...['listen', 'listen-play', 'listen-pause', 'listen-back', 'listen-ahead', 'listen-stop'],
    ...['listen-unsupported', 'listen-refused', 'listen-failed', 'listen-ended', 'voice', 'voice-own'],
    ...['voices-other', 'rate', 'sleep', 'sleep-never', 'sleep-minutes', 'sleep-chapter', 'marks'],
    ...['marks-empty', 'marks-full', 'bookmark-here', 'bookmark-set', 'bookmark-gone', 'bookmark'],
    ...['mark-moved', 'mark-edit', 'mark-delete', 'mark-deleted', 'undo', 'highlight', 'colour'],
    ...['colour-yellow', 'colour-green', 'colour-blue', 'colour-rose', 'note', 'save', 'selection-tools'],
    ...['selection-hint', 'share-quote', 'quote-copied', 'look-up', 'find', 'find-word', 'find-none'],
    ...['find-previous', 'find-next', 'find-in-book', 'find-book-none', 'find-more', 'find-absent'],
    ...['find-failed', 'picture', 'picture-open', 'footnote', 'vertical'],
  ],
  book: [
    ...['add-to-shelf', 'on-shelf', 'added-to-shelf', 'taken-off-shelf'],
    ...['share', 'share-link', 'copy-link', 'link-copied'],
  ],
  share: ['share', 'share-link', 'copy-link', 'link-copied'],
  keep: [
    ...['keep', 'keep-title', 'keep-text', 'keep-start', 'keep-pause', 'keep-on', 'keep-cancel', 'keep-more'],
    ...['keep-progress', 'keep-progress-label', 'keep-close', 'kept-size', 'kept-remove', 'kept-title', 'kept-lead'],
    ...['keep-state-keeping', 'keep-state-paused', 'keep-state-kept', 'keep-state-full', 'keep-state-failed'],
    'kept-room',
  ],
  notify: [
    'notify-title',
    'notify-text',
    'notify-yes',
    'notify-no',
    'notify-on',
    'notify-off',
    'notify-denied',
    'notify-failed',
  ],
  help: [
    ...['help-now', 'help-progress', 'help-clicked', 'help-success', 'help-expired', 'help-until', 'help-ends'],
    ...['help-offline', 'help-lost', 'help-text', 'help-clicked-text', 'help-success-text', 'help-expired-text'],
  ],
  campaign: ['book-label', 'book-read', 'book-by'],
  translator: [
    ...['choose', 'written', 'consent', 'terms', 'submit', 'wait', 'wrong', 'find', 'found', 'absent'],
    ...['field-name', 'field-email', 'field-native', 'field-languages', 'field-books', 'field-about', 'field-consent'],
    ...['hint-name', 'hint-email', 'hint-native', 'hint-languages', 'hint-books', 'hint-about', 'hint-consent'],
    ...['wrong-name', 'wrong-email', 'wrong-native', 'wrong-languages', 'wrong-books', 'wrong-about', 'wrong-consent'],
    ...['fault-taken', 'fault-input', 'fault-often', 'fault-network', 'fault-unknown'],
    ...['sent-title', 'sent-text', 'sent-1', 'sent-2', 'sent-3'],
  ],
  history: [
    ...['history-title', 'shelf', 'no-data', 'no-data-hint', 'shelf-empty', 'shelf-empty-hint', 'find-book'],
    ...['read-to', 'unread', 'added-on', 'remove', 'removed', 'undo', 'search-list', 'search-none'],
    ...['keep-places', 'places-kept', 'login-title', 'close', ...SIGN_IN],
    ...['manage', 'more', ...SYNC, 'sort-by', 'sort-latest', 'sort-title', 'sort-read', 'new-chapters'],
    ...['lists', 'lists-of', 'list-all', 'list-reading', 'list-later', 'list-finished', 'list-empty', 'list-name'],
    ...['new-list', 'rename-list', 'delete-list', 'hidden-tags', 'hidden-text', 'hidden-none', 'show-again'],
    ...['transfer', 'transfer-text', 'export', 'import', 'import-taken', 'import-nothing', 'import-junk'],
    ...['import-newer', 'import-broken'],
  ],
  login: [...SIGN_IN, 'signed-in', 'signed-in-as', 'sign-out', 'go-on', 'new-password', 'set-password', 'reset-lead'],
  unlock: [
    ...['unlock-title', 'unlock-price', 'unlock-now', 'unlock-have', 'unlock-voucher', 'unlock-coins', 'unlock-poor'],
    ...['unlocked-now', 'coins', 'vouchers', 'fault-coins', 'fault-voucher', 'failed-unlock', 'login-title', 'close'],
    ...SIGN_IN,
  ],
  account: [
    ...['account-title', 'coins', 'my-locked', 'recharge-list', 'voucher-history', 'terms', 'privacy', 'sign-out'],
    ...['member-since', 'unlocked', 'recharge-paid', 'recharge-pending', 'recharge-failed'],
    ...['valid-until', 'used-on', 'expired', 'nothing-yet', 'locked-empty', 'recharge-empty', 'voucher-empty'],
    ...['find-book', 'failed', 'offline', 'fault-unknown', 'loading', 'more', ...SYNC],
    ...['settings', 'name', 'name-missing', 'save', 'saved', 'wait', 'change-password', 'current-password'],
    ...['new-password', 'password', 'password-hint', 'password-missing', 'password-short', 'password-changed'],
    ...['show-password', 'devices', 'device-this', 'device-seen', 'device-unknown', 'sign-out-of', 'sign-out-others'],
    ...['sign-out-everywhere', 'delete-account', 'delete-lead', 'delete-email', 'delete-now', 'email-missing'],
    ...['fault-password', 'fault-address', 'fault-often', 'fault-network'],
  ],
} as const;

/** The texts of `area` that are among `keys`, with every plural form the language has. */
export function islandTexts<A extends Area>(texts: Texts<A>, keys: readonly string[]): Record<string, string> {
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries<string>(texts).filter(([key]) => wanted.has(stem(key))));
}

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
