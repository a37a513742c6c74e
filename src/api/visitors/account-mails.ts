import { sql } from '#src/api/store/sql.ts';
import { localePrefix } from '#src/contract/locales.ts';
import type { SignInChange } from '#src/i18n/mails/account-change-messages.ts';
import { type MailName, mailText } from '#src/i18n/mails/mail-texts.ts';
import { localeOfLang } from '#src/i18n/mails/messages.ts';
import type { Site } from '../http/context.ts';
import type { Database, Row } from '../store/database.ts';
import { RESET_MINUTES } from '../store/visitors/accounts.ts';
import type { Mail } from './mail.ts';

export interface Recipient {
  readonly to: string;
  readonly site: Site;
  readonly lang: string;
}

/** Returns the mail with the link to reset the password. */
export const resetMail = ({ token, ...recipient }: Recipient & { readonly token: string }): Mail =>
  mailOf('reset', recipient, `/login?reset=${token}`);

/** Returns the mail to the owner of an account whose email someone tried to register again. */
export const accountMail = (recipient: Recipient): Mail => mailOf('account', recipient, '/login');

export type AccountChange = SignInChange | 'deleted';

/** Returns the mail to the owner of an account that was deleted or whose sign-in has changed. */
export const accountChangeMail = (recipient: Recipient, change: AccountChange): Mail =>
  mailOf(change, recipient, '/login');

/** Email of an account and language of mails to it. */
export interface AccountRecipient {
  readonly to: string;
  /** '' for an account that never signed in. */
  readonly lang: string;
  /** Group of brands. */
  readonly accounts: string;
}

/** Returns who receives mails for an account; undefined for an unknown account. */
export async function recipientOf(visitors: Database, user: number): Promise<AccountRecipient | undefined> {
  const query = sql`SELECT email AS "to", lang, accounts FROM users WHERE id = ${user}`;
  return visitors.get<Row & AccountRecipient>(query);
}

/** Fills in a mail. Its link begins with the configured URL of the brand, which the caller of the API cannot choose. */
function mailOf(mail: MailName, { to, site, lang }: Recipient, path: string): Mail {
  const code = localeOfLang(lang);
  const { subject, lines } = mailText(mail, code, site.texts?.[code] ?? {}, {
    site: site.name,
    minutes: String(RESET_MINUTES),
    link: `${site.origin}${localePrefix(code)}${path}`,
  });
  return {
    from: { name: site.name, address: `no-reply@${new URL(site.origin).hostname}` },
    to,
    subject,
    text: `${lines.join('\n\n')}\n`,
  };
}
