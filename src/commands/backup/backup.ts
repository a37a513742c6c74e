import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getConfig } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';
import { counted } from '#src/lib/text.ts';
import { type Backup, writeBackup } from '#src/operate/backup/index.ts';
import { ROOT } from '../run-script.ts';

interface BackupArguments {
  readonly to?: string | undefined;
  readonly releases: boolean;
  readonly keep?: string | undefined;
  readonly json: boolean;
}

/** Creates a backup and prints its folder. */
export async function backupTo({ to, releases, keep, json }: BackupArguments): Promise<void> {
  if (!to) throw new ConfigError('--to DIR is missing. Give a folder on another disk.');
  const keepCount = keepOf(keep);
  const { state, brands: brandsFolder } = getConfig(process.env);
  const backup = await writeBackup({
    state,
    brandsFolder,
    // All folders, so that broken brands are backed up as well.
    brands: foldersOf(brandsFolder),
    to: resolve(to),
    releases,
    keep: keepCount,
    now: new Date(),
    version: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
  });
  print(json ? `${JSON.stringify(backup)}\n` : textOf(backup));
}

function foldersOf(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch {
    return [];
  }
}

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,3}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new ConfigError(`--keep is ${text}. Use a whole number from 1 to 9999.`);
}

const textOf = ({ folder, parts, files, bytes, removed }: Backup) =>
  [
    folder,
    `  ${parts.join(', ')}: ${counted(files, 'file')}, ${(bytes / 2 ** 20).toFixed(1)} MiB`,
    ...(removed.length > 0 ? [`  removed ${removed.join(', ')}`] : []),
    '',
  ].join('\n');
