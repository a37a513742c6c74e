import { join } from 'node:path';
import { ensureInstalled } from '../../../scripts/bootstrap/install.mjs';
import { ROOT } from '../run-script.ts';

/**
 * The admin page has a separate package.json, because its packages are a third of the size of all other packages
 * together and nothing else needs them.
 */
const ADMIN_UI = join(ROOT, 'src/admin/ui');

/** Installs the packages that the admin page is built from, if they are missing or outdated. */
export const installAdminPackages = (): Promise<void> =>
  ensureInstalled(ADMIN_UI, { command: 'npm run admin -- install' });
