import { ConfigError } from '#src/lib/errors.ts';

/** Hooks called if a nightly rebuild fails, is refused or is missing. Every hook that is set is called. */
export interface NightHooks {
  /** Shell command (`LECTERN_NIGHT_COMMAND`). */
  readonly command: string | undefined;
  /** URL that receives a POST (`LECTERN_NIGHT_WEBHOOK`). */
  readonly webhook: string | undefined;
  /** Email address that receives a message (`LECTERN_NIGHT_MAIL`). */
  readonly mail: string | undefined;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * @throws ConfigError for an invalid or insecure URL; the message does not repeat it, because it may contain a secret
 */
export function nightHooksOf(env: NodeJS.ProcessEnv): NightHooks {
  const webhook = env['LECTERN_NIGHT_WEBHOOK'] || undefined;
  const mail = env['LECTERN_NIGHT_MAIL'] || undefined;
  if (webhook !== undefined && !isSafe(webhook))
    throw new ConfigError(
      'LECTERN_NIGHT_WEBHOOK is not an https address. Give one such as https://chat.example.com/hook, or one of this machine by http.',
    );
  if (mail !== undefined && !/^[^\s@<>,]+@[^\s@<>,]+$/.test(mail))
    throw new ConfigError(`LECTERN_NIGHT_MAIL is "${mail}". Give one address such as operator@example.com.`);
  return { command: env['LECTERN_NIGHT_COMMAND'] || undefined, webhook, mail };
}

function isSafe(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}
