import type { Area, Texts } from '#src/i18n/keys.ts';

/** The keys each island shows, so that its page carries no others. Plural forms are named by their stem. */
export const ISLAND_KEYS = {
  search: [
    ...['label', 'placeholder', 'submit', 'suggestions', 'forget'],
    ...['kind-recent', 'kind-book', 'kind-author', 'kind-tag', 'kind-keyword'],
  ],
  reader: [
    ...['controls', 'previous', 'next', 'catalogue', 'place', 'night', 'type', 'close', 'catalogue-failed', 'again'],
    ...['loading', 'smaller', 'larger', 'paper', 'paper-1', 'paper-2', 'paper-3', 'paper-4', 'paper-5'],
  ],
  help: ['help-now', 'help-progress', 'help-clicked', 'help-success', 'help-expired'],
  history: ['no-data', 'no-data-hint', 'find-book', 'read-to', 'unread', 'remove'],
  login: [
    ...[
      'sign-in',
      'sign-up',
      'sign-out',
      'signed-in-as',
      'name',
      'email',
      'password',
      'password-hint',
      'notice',
      'wait',
    ],
    ...['fault-credentials', 'fault-taken', 'fault-input', 'fault-often', 'fault-network', 'fault-unknown'],
  ],
  account: [
    ...['account-title', 'coins', 'my-locked', 'recharge-list', 'voucher-history', 'terms', 'privacy', 'sign-out'],
    ...['unlocked', 'recharge-paid', 'recharge-pending', 'recharge-failed', 'valid-until', 'nothing-yet'],
    ...['failed', 'fault-unknown', 'loading', 'again', 'more'],
  ],
} as const;

/** The texts of `area` that are among `keys`, with every plural form the language has. */
export function islandTexts<A extends Area>(texts: Texts<A>, keys: readonly string[]): Record<string, string> {
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries<string>(texts).filter(([key]) => wanted.has(stem(key))));
}

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
