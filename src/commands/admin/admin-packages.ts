import { join } from 'node:path';
import { ensureInstalled } from '../../../scripts/bootstrap/install.mjs';
import { ROOT } from '../run-script.ts';

/**
 * Folder of the admin page. It has its own package.json, because only the admin page needs its packages, which are a
 * third as large as all other packages together.
 */
const ADMIN_UI = join(ROOT, 'src/admin/ui');

/** Installs the packages that the build of the admin page needs, if they are missing or outdated. */
export const installAdminPackages = (): Promise<void> =>
  ensureInstalled(ADMIN_UI, { command: 'npm run admin -- install' });
