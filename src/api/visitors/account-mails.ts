import { sql } from '#src/api/store/sql.ts';
import { localePrefix } from '#src/contract/locales.ts';
import type { Site } from '../http/context.ts';
import type { Database, Row } from '../store/database.ts';
import { RESET_MINUTES } from '../store/visitors/accounts.ts';
import { ACCOUNT_CHANGE_MESSAGES, type SignInChange } from './account-change-messages.ts';
import type { Mail } from './mail.ts';
import { localeOfLang, type MailText, messagesIn } from './messages.ts';

export interface Recipient {
  readonly to: string;
  readonly site: Site;
  readonly lang: string;
}

/** Returns the mail with the link to reset the password. */
export const resetMail = ({ token, ...recipient }: Recipient & { readonly token: string }): Mail =>
  mailOf(messagesIn(recipient.lang).reset, recipient, `/login?reset=${token}`);

/** Returns the mail to the owner of an account whose email someone tried to register again. */
export const accountMail = (recipient: Recipient): Mail =>
  mailOf(messagesIn(recipient.lang).account, recipient, '/login');

export type AccountChange = SignInChange | 'deleted';

/** Returns the mail to the owner of an account that was deleted or whose sign-in has changed. */
export function accountChangeMail(recipient: Recipient, change: AccountChange): Mail {
  const { subject, changes, signedOut, notYou, deleted } = ACCOUNT_CHANGE_MESSAGES[localeOfLang(recipient.lang)];
  const text = change === 'deleted' ? deleted : { subject, lines: [changes[change], signedOut, notYou] };
  return mailOf(text, recipient, '/login');
}

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
function mailOf({ subject, lines }: MailText, { to, site, lang }: Recipient, path: string): Mail {
  const fill = (text: string) =>
    text
      .replace('{site}', site.name)
      .replace('{minutes}', String(RESET_MINUTES))
      .replace('{link}', `${site.origin}${localePrefix(localeOfLang(lang))}${path}`);
  return {
    from: { name: site.name, address: `no-reply@${new URL(site.origin).hostname}` },
    to,
    subject: fill(subject),
    text: `${lines.map(fill).join('\n\n')}\n`,
  };
}
