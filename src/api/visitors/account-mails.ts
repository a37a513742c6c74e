import { localePrefix } from '#src/contract/locales.ts';
import type { Site } from '../http/context.ts';
import { RESET_MINUTES } from '../store/visitors/accounts.ts';
import type { Mail } from './mail.ts';
import { localeOfLang, messagesIn } from './messages.ts';

/** The mail with the way to a new password. The address is the brand's own: who asks cannot choose it. */
export function resetMail({ to, token, site, lang }: { to: string; token: string; site: Site; lang: string }): Mail {
  const { subject, lines } = messagesIn(lang);
  const fill = (text: string) =>
    text
      .replace('{site}', site.name)
      .replace('{minutes}', String(RESET_MINUTES))
      .replace('{link}', `${site.origin}${localePrefix(localeOfLang(lang))}/login?reset=${token}`);
  return {
    from: { name: site.name, address: `no-reply@${new URL(site.origin).hostname}` },
    to,
    subject: fill(subject),
    text: `${lines.map(fill).join('\n\n')}\n`,
  };
}
