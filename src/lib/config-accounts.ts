import { ConfigError } from './errors.ts';

/** How the API is known at an OpenID provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** The name visitors know the provider by. */
  readonly name: string;
}

/** @throws ConfigError for an issuer without the rest, or one that is not reached safely */
export function oidcOf(env: NodeJS.ProcessEnv): OidcSettings | undefined {
  const issuer = env['LECTERN_OIDC_ISSUER'];
  if (!issuer) return undefined;
  const clientId = env['LECTERN_OIDC_CLIENT_ID'];
  const name = env['LECTERN_OIDC_NAME'];
  if (!clientId || !name)
    throw new ConfigError('LECTERN_OIDC_ISSUER is set. Give LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_NAME with it.');
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isNear = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !isNear)
    throw new ConfigError(
      `LECTERN_OIDC_ISSUER is "${issuer}", which is no https address such as https://id.example.com.`,
    );
  return { issuer, clientId, clientSecret: env['LECTERN_OIDC_CLIENT_SECRET'] || undefined, name };
}

/** @throws ConfigError for what is no origin */
export function siteOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const example = text.replace('{brand}', 'brand');
  const url = URL.canParse(example) ? new URL(example) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.origin === example) return text;
  throw new ConfigError(`LECTERN_SITE is "${text}". Give scheme and host such as http://{brand}.localhost:4321.`);
}
