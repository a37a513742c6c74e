import { AdminError } from './error.ts';

/** The address at which a request reached the admin. */
export interface AdminUrl {
  /** Origin of the admin's page in the browser, such as `http://localhost:4400`. */
  readonly origin: string;
  readonly isSecure: boolean;
}

/**
 * Returns the address that a request was sent to: the configured origin, or this machine. Rejects other hosts to
 * prevent DNS rebinding.
 * @throws AdminError wrong_host
 */
export function adminUrlOf(host: string | undefined, configured: string | undefined): AdminUrl {
  const url = configured === undefined ? undefined : new URL(configured);
  if (url && host === url.host) return { origin: url.origin, isSecure: url.protocol === 'https:' };
  const address = `http://${host ?? ''}`;
  if (URL.canParse(address) && isLoopback(new URL(address).hostname))
    return { origin: new URL(address).origin, isSecure: false };
  throw new AdminError(
    'wrong_host',
    'The admin does not accept this host. Set LECTERN_ADMIN_ORIGIN to the address that people open.',
  );
}

const isLoopback = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(name) || name === '[::1]';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Only accepts writes from the admin's own page. @throws AdminError wrong_origin */
export function checkOrigin(method: string, header: string | undefined, { origin }: AdminUrl): void {
  if (READS.has(method) || header === origin) return;
  throw new AdminError(
    'wrong_origin',
    `Only the admin's own page may make changes: the Origin header must be ${origin}.`,
  );
}
