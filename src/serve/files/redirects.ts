import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { addressKey, type Redirects, readRedirects, redirectsFile } from '#src/publish/release/index.ts';

const CHECK_EVERY_MS = 1000;

/** The redirects of a brand from the addresses of a former site. They are at most a second out of date. */
export interface OldAddresses {
  /** The path of the page that replaces an address, given its path and query. */
  find(address: string): string | undefined;
}

export function createOldAddresses(brandFolder: string, log: Log, now: () => number = Date.now): OldAddresses {
  let redirects: Redirects = new Map();
  let version = '';
  let checkedAt = Number.NEGATIVE_INFINITY;

  const check = () => {
    if (now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = now();
    const current = versionOf(redirectsFile(brandFolder));
    if (current === version) return;
    version = current;
    try {
      redirects = readRedirects(brandFolder);
    } catch (error) {
      log.error(`the redirects of ${basename(brandFolder)} cannot be read: ${messageOf(error)}`);
    }
  };
  return {
    find(address) {
      check();
      if (redirects.size === 0) return undefined;
      const key = addressKey(address);
      return key === undefined ? undefined : redirects.get(key);
    },
  };
}

function versionOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : '';
}
