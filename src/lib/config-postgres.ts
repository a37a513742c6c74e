import { ConfigError } from './errors.ts';

/** @throws ConfigError unless `text` is the address of a PostgreSQL database; a password may be in it, so it is not repeated */
export function postgresOf(text: string | undefined, setting: string): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return text;
  throw new ConfigError(
    `${setting} is no address of a PostgreSQL database. Give one such as postgres://lectern:password@db.example.com:5432/lectern.`,
  );
}

/** The address of a database as it may be shown: without password and settings. */
export function shownPostgres(address: string): string {
  const { username, host, pathname } = new URL(address);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
