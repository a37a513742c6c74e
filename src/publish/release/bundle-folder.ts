import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isReleaseName } from './release-folders.ts';

const PREFIX = 'site-';

/**
 * A second name for a release's `site/` that identifies the site bundle of its pages: `site-<bundle id>`.
 *
 * A web server in front of Lectern is configured with the content security policy of one bundle. It reads files through
 * this name below `current`, so it never sends pages of a different bundle with that policy: after a publish by newer
 * code, the name does not exist until the web server is reconfigured.
 */
export const bundleFolder = (bundleId: string) => `${PREFIX}${bundleId}`;

/** Creates the second name of a release's `site/`, and removes an older name that a recycled tree may have. */
export function linkBundleFolder(release: string, bundleId: string): void {
  for (const name of readdirSync(release)) if (name.startsWith(PREFIX)) rmSync(join(release, name));
  if (!isReleaseName(bundleId)) throw new TypeError(`${bundleId} is not a bundle id`);
  symlinkSync('site', join(release, bundleFolder(bundleId)));
}
