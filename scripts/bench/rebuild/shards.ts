import { readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchRow, lessIsBetter, lone } from '../report.ts';
import { startLectern } from './lectern.ts';
import { logStep } from './measure.ts';
import { liveFolder } from './same-release.ts';
import type { Workspace } from './workspace.ts';

const SHARDS = 7;

/** A release from seven shards, each rendered by its own process, beside the release of one run. */
export async function shardRows(workspace: Workspace, pages: number): Promise<BenchRow[]> {
  const lectern = await startLectern(workspace, pages);
  try {
    logStep('a release at once');
    const atOnce = await lectern.rebuild();
    const whole = join(workspace.folder, 'at-once');
    await rename(join(liveFolder(lectern), 'site'), whole);
    await lectern.reset();
    const reading = await lectern.rebuild(['--dry-run']);
    let slowest = 0;
    for (let shard = 1; shard <= SHARDS; shard += 1) {
      logStep(`shard ${shard} of ${SHARDS}`);
      slowest = Math.max(slowest, (await lectern.rebuild(['--shard', `${shard}/${SHARDS}`])).seconds);
    }
    const merged = await lectern.rebuild(['--merge', String(SHARDS)]);
    const differing = differingFiles(whole, join(liveFolder(lectern), 'site'));
    for (const file of differing.slice(0, 5)) logStep(`differs: ${file}`);
    const { rendered, taken, total } = merged.report.pages;
    const inAll = reading.seconds + slowest + merged.seconds;
    return [
      lone('shards: pages', total, 'pages'),
      lone('shards: pages that the merge had to render', rendered - taken, 'pages', 0),
      lone(`shards: files that differ, ${SHARDS} shards beside at once`, differing.length, 'files', 0),
      lessIsBetter('shards: sync, slowest shard and merge beside at once', inAll, atOnce.seconds, 's'),
    ];
  } finally {
    await lectern.close();
  }
}

/** Files that differ or are in only one of two folders, as `diff -r` prints them. */
export function differingFiles(one: string, other: string): string[] {
  const [first, second] = [filesOf(one), filesOf(other)];
  const same = (file: string) =>
    first.has(file) && second.has(file) && readFileSync(join(one, file)).equals(readFileSync(join(other, file)));
  return [...first.union(second)].filter((file) => !same(file)).sort();
}

function filesOf(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return new Set(files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)));
}
