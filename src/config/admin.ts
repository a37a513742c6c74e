import { ConfigError } from '#src/lib/errors.ts';

/** How to reach the admin. */
export interface AdminSettings {
  /** Port on this machine, for `npm run admin`. */
  readonly port: string;
  /** Public origin, if there is a proxy in front of the admin. */
  readonly origin: string | undefined;
}

/** @throws ConfigError if the setting is not an origin, or uses http and is not on this machine */
export function adminOf(env: NodeJS.ProcessEnv): AdminSettings {
  const text = env['LECTERN_ADMIN_ORIGIN'] || undefined;
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (text !== undefined && (url?.protocol !== 'https:' || url.origin !== text))
    throw new ConfigError(
      `LECTERN_ADMIN_ORIGIN is "${text}". Give only scheme and host, with https, such as https://admin.example.com.`,
    );
  return { port: env['LECTERN_ADMIN_PORT'] || '4400', origin: url?.origin };
}
