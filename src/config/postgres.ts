import { ConfigError } from '#src/lib/errors.ts';

/**
 * @throws ConfigError unless `text` is a PostgreSQL URL; the message does not repeat it, because it may contain a
 * password
 */
export function postgresOf(text: string | undefined, setting: string): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return text;
  throw new ConfigError(
    `${setting} is not the address of a PostgreSQL database. Give one such as postgres://lectern:password@db.example.com:5432/lectern.`,
  );
}

/** The URL of a database for messages: without password and options. */
export function shownPostgres(address: string): string {
  const { username, host, pathname } = new URL(address);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
