import { ConfigError } from './errors.ts';

/** What is called for a night that failed, was refused or is missing. All of them, where several are given. */
export interface NightHooks {
  /** Command of the shell (`LECTERN_NIGHT_COMMAND`). */
  readonly command: string | undefined;
  /** Address that gets a POST (`LECTERN_NIGHT_WEBHOOK`). */
  readonly webhook: string | undefined;
  /** Address that gets a mail (`LECTERN_NIGHT_MAIL`). */
  readonly mail: string | undefined;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** @throws ConfigError for an address that is none, or is not reached safely; a secret may be in it, so it is not repeated */
export function nightHooksOf(env: NodeJS.ProcessEnv): NightHooks {
  const webhook = env['LECTERN_NIGHT_WEBHOOK'] || undefined;
  const mail = env['LECTERN_NIGHT_MAIL'] || undefined;
  if (webhook !== undefined && !isSafe(webhook))
    throw new ConfigError(
      'LECTERN_NIGHT_WEBHOOK is no https address. Give one such as https://chat.example.com/hook, or one of this machine by http.',
    );
  if (mail !== undefined && !/^[^\s@<>,]+@[^\s@<>,]+$/.test(mail))
    throw new ConfigError(`LECTERN_NIGHT_MAIL is "${mail}". Give one address such as operator@example.com.`);
  return { command: env['LECTERN_NIGHT_COMMAND'] || undefined, webhook, mail };
}

function isSafe(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}
