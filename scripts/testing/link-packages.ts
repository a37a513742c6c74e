import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders with packages: the project's, and the admin page's if it is installed. */
const FOLDERS = ['node_modules', 'src/admin/ui/node_modules'];

/** Creates links to the project's packages in a copy of the project. */
export async function linkPackages(root: string, copy: string): Promise<void> {
  for (const folder of FOLDERS)
    if (existsSync(join(root, folder))) await symlink(join(root, folder), join(copy, folder));
}
