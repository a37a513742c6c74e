import { ConfigError } from './errors.ts';

/** How people reach the admin. */
export interface AdminSettings {
  /** Port of this machine, for `npm run admin`. */
  readonly port: string;
  /** Address that people open, where a proxy stands in front. */
  readonly origin: string | undefined;
}

/** @throws ConfigError for an address that is no origin, or whose cookies and passwords would go by http over a network */
export function adminOf(env: NodeJS.ProcessEnv): AdminSettings {
  const text = env['LECTERN_ADMIN_ORIGIN'] || undefined;
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (text !== undefined && (url?.protocol !== 'https:' || url.origin !== text))
    throw new ConfigError(
      `LECTERN_ADMIN_ORIGIN is "${text}". Give scheme and host alone, by https: https://admin.example.com.`,
    );
  return { port: env['LECTERN_ADMIN_PORT'] || '4400', origin: url?.origin };
}
