import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isReleaseName } from './release-folders.ts';

const PREFIX = 'site-';

/**
 * A second name of a release's `site/`, which tells by which site bundle the pages were made: `site-<bundle id>`.
 *
 * A web server in front is configured with the content security policy of one bundle. It reads the files by this name
 * below `current`, so it never sends the pages of another bundle with that policy: after a publish by newer code the
 * name is gone until the web server is configured anew.
 */
export const bundleFolder = (bundleId: string) => `${PREFIX}${bundleId}`;

/** Gives the `site/` of a release its second name. A recycled tree may still have an older one, which is removed. */
export function linkBundleFolder(release: string, bundleId: string): void {
  for (const name of readdirSync(release)) if (name.startsWith(PREFIX)) rmSync(join(release, name));
  if (!isReleaseName(bundleId)) throw new TypeError(`${bundleId} is no id of a bundle`);
  symlinkSync('site', join(release, bundleFolder(bundleId)));
}
