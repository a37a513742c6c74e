import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { addressKey, loadRedirects, type Redirects, readRedirects, redirectsFile } from '#src/publish/release/index.ts';

const CHECK_EVERY_MS = 1000;

/**
 * The redirects of a brand from the URLs of a former site. If the file changes, the server notices within a second and
 * uses the previous redirects until it has read the file.
 */
export interface OldAddresses {
  /** Returns the path of the page that replaces an old URL, given its path and query. */
  find(address: string): string | undefined;
}

export function createOldAddresses(brandFolder: string, log: Log, now: () => number = Date.now): OldAddresses {
  const report = (error: unknown) =>
    log.error(`the redirects of ${basename(brandFolder)} cannot be read: ${messageOf(error)}`);
  const atStart = (): Redirects => {
    try {
      return readRedirects(brandFolder);
    } catch (error) {
      report(error);
      return new Map();
    }
  };
  let version = versionOf(redirectsFile(brandFolder));
  let redirects = atStart();
  let checkedAt = now();
  let isLoading = false;

  const check = () => {
    if (isLoading || now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = now();
    const current = versionOf(redirectsFile(brandFolder));
    if (current === version) return;
    version = current;
    isLoading = true;
    loadRedirects(brandFolder)
      .then((loaded) => {
        redirects = loaded;
      }, report)
      .finally(() => {
        isLoading = false;
      });
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
