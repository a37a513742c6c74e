import type { Area, Texts } from '#src/i18n/keys.ts';

/** The sign-in, on its page and in its dialog. */
const SIGN_IN = [
  ...['sign-in', 'sign-up', 'name', 'email', 'password', 'password-hint', 'show-password', 'notice', 'wait'],
  ...['email-missing', 'email-invalid', 'password-missing', 'password-short'],
  ...['fault-credentials', 'fault-taken', 'fault-input', 'fault-often', 'fault-network', 'fault-unknown'],
] as const;

/** The keys each island shows, so that its page carries no others. Plural forms are named by their stem. */
export const ISLAND_KEYS = {
  search: [
    ...['label', 'placeholder', 'submit', 'suggestions', 'forget', 'looking', 'offline'],
    ...['kind-recent', 'kind-book', 'kind-author', 'kind-tag', 'kind-keyword'],
  ],
  reader: [
    ...['controls', 'previous', 'next', 'catalogue', 'place', 'night', 'type', 'close', 'catalogue-failed', 'again'],
    ...['loading', 'smaller', 'larger', 'paper', 'paper-1', 'paper-2', 'paper-3', 'paper-4', 'paper-5'],
  ],
  book: [
    ...['add-to-shelf', 'on-shelf', 'added-to-shelf', 'taken-off-shelf'],
    ...['share', 'share-link', 'copy-link', 'link-copied'],
  ],
  share: ['share', 'share-link', 'copy-link', 'link-copied'],
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
  ],
  login: [...SIGN_IN, 'signed-in', 'signed-in-as', 'sign-out', 'go-on'],
  account: [
    ...['account-title', 'coins', 'my-locked', 'recharge-list', 'voucher-history', 'terms', 'privacy', 'sign-out'],
    ...['member-since', 'unlocked', 'recharge-paid', 'recharge-pending', 'recharge-failed'],
    ...['valid-until', 'used-on', 'expired', 'nothing-yet', 'locked-empty', 'recharge-empty', 'voucher-empty'],
    ...['find-book', 'failed', 'offline', 'fault-unknown', 'loading', 'again', 'more'],
  ],
} as const;

/** The texts of `area` that are among `keys`, with every plural form the language has. */
export function islandTexts<A extends Area>(texts: Texts<A>, keys: readonly string[]): Record<string, string> {
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries<string>(texts).filter(([key]) => wanted.has(stem(key))));
}

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
