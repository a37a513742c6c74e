import { join, resolve } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';

/** Where emails are sent: to files in a folder, or to a mail server with a sender address. */
export type MailSettings = { readonly folder: string } | { readonly smtp: string; readonly sender: string | undefined };

/** The API's registration at an OpenID provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Secret of the client; undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** The provider's name, as shown to visitors. */
  readonly name: string;
}

/** @throws ConfigError if the issuer lacks the other settings or is not an https URL */
export function oidcOf(env: NodeJS.ProcessEnv): OidcSettings | undefined {
  const issuer = env['LECTERN_OIDC_ISSUER'];
  if (!issuer) return undefined;
  const clientId = env['LECTERN_OIDC_CLIENT_ID'];
  const name = env['LECTERN_OIDC_NAME'];
  if (!clientId || !name)
    throw new ConfigError('LECTERN_OIDC_ISSUER is set. Set LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_NAME too.');
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isNear = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !isNear)
    throw new ConfigError(
      `LECTERN_OIDC_ISSUER is "${issuer}", which is not an https address such as https://id.example.com.`,
    );
  return { issuer, clientId, clientSecret: env['LECTERN_OIDC_CLIENT_SECRET'] || undefined, name };
}

/** @throws ConfigError for an invalid mail server; the message does not repeat it, because it may contain a password */
export function mailOf(env: NodeJS.ProcessEnv, state: string): MailSettings {
  const smtp = env['LECTERN_MAIL_SMTP'];
  if (!smtp) return { folder: resolve(env['LECTERN_MAIL_DIR'] || join(state, 'api/mail')) };
  const url = URL.canParse(smtp) ? new URL(smtp) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new ConfigError('LECTERN_MAIL_SMTP is not a mail server. Give one such as smtp://user:password@host:587.');
  const sender = env['LECTERN_MAIL_FROM'] || undefined;
  if (sender !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(sender))
    throw new ConfigError(`LECTERN_MAIL_FROM is "${sender}". Give an address such as no-reply@example.com.`);
  return { smtp, sender };
}

/** @throws ConfigError unless `text` is an origin */
export function siteOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const example = text.replace('{brand}', 'brand');
  const url = URL.canParse(example) ? new URL(example) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.origin === example) return text;
  throw new ConfigError(`LECTERN_SITE is "${text}". Give scheme and host such as http://{brand}.localhost:4321.`);
}
