import { AdminError } from './error.ts';

/** How the admin was reached. */
export interface Reached {
  /** The address of the admin's page as the browser has it, such as `http://localhost:4400`. */
  readonly origin: string;
  readonly isSecure: boolean;
}

/**
 * The address by which a request came: the configured one, or one of this machine. Any other host is refused, so that no
 * name that is made to lead to this machine can be used against it (DNS rebinding).
 * @throws AdminError wrong_host
 */
export function reachedBy(host: string | undefined, configured: string | undefined): Reached {
  const own = configured === undefined ? undefined : new URL(configured);
  if (own && host === own.host) return { origin: own.origin, isSecure: own.protocol === 'https:' };
  const address = `http://${host ?? ''}`;
  if (URL.canParse(address) && isLoopback(new URL(address).hostname))
    return { origin: new URL(address).origin, isSecure: false };
  throw new AdminError(
    'wrong_host',
    'The admin is not reached by this host. Set LECTERN_ADMIN_ORIGIN to the address that people open.',
  );
}

const isLoopback = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(name) || name === '[::1]';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Only the admin's own page may write. @throws AdminError wrong_origin */
export function checkOrigin(method: string, given: string | undefined, { origin }: Reached): void {
  if (READS.has(method) || given === origin) return;
  throw new AdminError('wrong_origin', `Only the admin's own page may write: the header Origin must be ${origin}.`);
}
