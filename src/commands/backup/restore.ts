import { resolve } from 'node:path';
import { getConfig } from '#src/config/config.ts';
import { ownBrandsFolder } from '#src/config/own-brands.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';
import { counted } from '#src/lib/text.ts';
import { findBackup, type Restored, restoreBackup, verifyBackup } from '#src/operate/backup/index.ts';

interface RestoreArguments {
  readonly from?: string | undefined;
  readonly replace: boolean;
  readonly check: boolean;
  readonly json: boolean;
}

/** Restores a backup, or only checks it, and prints the result. */
export async function restoreFrom({ from, replace, check, json }: RestoreArguments): Promise<void> {
  if (!from) throw new ConfigError('--from DIR is missing. Give a backup or the folder of all backups.');
  const folder = findBackup(resolve(from));
  if (check) {
    const info = await verifyBackup(folder);
    const text = `${folder} is whole: ${info.parts.join(', ')} of ${info.made}, ${counted(info.files, 'file')}.\n`;
    print(json ? `${JSON.stringify({ folder, ...info })}\n` : text);
    return;
  }
  const { state, brands: brandsFolder } = getConfig(process.env);
  // LECTERN_BRANDS is not set.
  const isDefault = brandsFolder === resolve('brands');
  const own = isDefault ? { ownBrandsFolder: ownBrandsFolder(state) } : {};
  const restored = await restoreBackup({ from: folder, state, brandsFolder, ...own, replace, now: new Date() });
  print(json ? `${JSON.stringify({ folder, ...restored })}\n` : textOf(folder, state, restored));
}

function textOf(folder: string, state: string, { parts, made, brands, keptBrands, aside }: Restored): string {
  return [
    `Restored ${parts.join(', ')} of ${made} from ${folder} to ${state}.`,
    ...(brands.length > 0 ? [`  restored brands: ${brands.join(', ')}`] : []),
    ...(keptBrands.length > 0 ? [`  unchanged brands: ${keptBrands.join(', ')}`] : []),
    ...(aside === undefined ? [] : [`  previous files: ${aside}`]),
    'Start the API and the site, and run: npm run rebuild -- --brand all',
    '',
  ].join('\n');
}
