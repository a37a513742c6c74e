import { localePrefix } from '#src/contract/locales.ts';
import type { Site } from '../http/context.ts';
import { RESET_MINUTES } from '../store/visitors/accounts.ts';
import type { Mail } from './mail.ts';
import { localeOfLang, type MailText, messagesIn } from './messages.ts';

interface Recipient {
  readonly to: string;
  readonly site: Site;
  readonly lang: string;
}

/** The mail with the way to a new password. */
export const resetMail = ({ token, ...recipient }: Recipient & { readonly token: string }): Mail =>
  mailOf(messagesIn(recipient.lang).reset, recipient, `/login?reset=${token}`);

/** Tells the owner of an account that somebody tried to make another one with its address. */
export const accountMail = (recipient: Recipient): Mail =>
  mailOf(messagesIn(recipient.lang).account, recipient, '/login');

/** The address of the link is the brand's own: who asks cannot choose it. */
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
