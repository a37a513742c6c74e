import { ACCOUNT_PAGES, type AccountPage } from '#src/routes/paths.ts';

export const TITLES = {
  myLocked: 'account:my-locked',
  rechargeList: 'account:recharge-list',
  voucherHistory: 'account:voucher-history',
  privacyPolicy: 'account:privacy',
  teams_of_services: 'account:terms',
} as const satisfies Record<AccountPage, string>;

/** Returns the account subpage with this name, or null for the account page itself. */
export const accountChild = (name: string | null): AccountPage | null =>
  ACCOUNT_PAGES.find((page) => page === name) ?? null;
