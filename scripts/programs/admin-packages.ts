import { join } from 'node:path';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { ROOT } from './run-script.ts';

/** It has packages of its own, because they are as large as a third of all others and only its page needs them. */
const ADMIN_UI = join(ROOT, 'src/admin-ui');

/** Installs what the admin's page is built from, where it is missing or another version's. */
export const installAdminPackages = (): Promise<void> => ensureInstalled(ADMIN_UI, 'npm run admin -- install');
